from django.db import migrations, models


class Migration(migrations.Migration):
    """Rename the column `contract` of batches to `format`."""

    dependencies = [("showdown", "0005_night_link_cards")]

    operations = [
        migrations.RemoveConstraint(model_name="batch", name="known_work"),
        migrations.RenameField(model_name="batch", old_name="contract", new_name="format"),
        migrations.AddConstraint(
            model_name="batch",
            constraint=models.CheckConstraint(
                name="known_work",
                condition=models.Q(work=2, game=None, format=None)
                | models.Q(work=1, game__isnull=False, format__isnull=False),
            ),
        ),
    ]
