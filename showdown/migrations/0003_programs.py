"""What programs have: tokens, answers that are given again, and counts of their requests.

The table of counts need not survive a crash: it is unlogged.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("showdown", "0002_the_record_in_words"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RateWindow',
            fields=[
                ('sender', models.CharField(max_length=100, primary_key=True, serialize=False)),
                ('minute', models.BigIntegerField()),
                ('requests', models.IntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.CharField(max_length=80)),
                ('key', models.CharField(max_length=255)),
                ('request_digest', models.BinaryField(max_length=32)),
                ('status', models.SmallIntegerField()),
                ('headers', models.JSONField()),
                ('body', models.TextField()),
                ('created', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('person', 'key'), name='one_answer_for_a_key')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('hint', models.CharField(max_length=4)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('used', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.RunSQL(
            "ALTER TABLE showdown_ratewindow SET UNLOGGED",
            "ALTER TABLE showdown_ratewindow SET LOGGED",
        ),
    ]
