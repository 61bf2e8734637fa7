from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("showdown", "0004_how_long_the_text_of_a_batch_is")]

    operations = [migrations.RemoveConstraint(model_name="showdown", name="shape_of_game")]
