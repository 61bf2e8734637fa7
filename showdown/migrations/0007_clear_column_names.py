from django.db import migrations


class Migration(migrations.Migration):
    """Rename the columns of a block's error file and of an export's request time."""

    dependencies = [("showdown", "0006_batch_format")]

    operations = [
        migrations.RenameField("block", "complaints", "error_file"),
        migrations.RenameField("export", "asked", "requested"),
    ]
