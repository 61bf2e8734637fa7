from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("showdown", "0004_how_long_the_text_of_a_batch_is")]

    operations = [
        migrations.RemoveField("ratewindow", "minute"),
        migrations.AddField(
            "ratewindow", "ends", models.BigIntegerField(default=0), preserve_default=False
        ),
    ]
