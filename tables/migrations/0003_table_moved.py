from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0002_player_epoch'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='moved',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.RunSQL('UPDATE tables_table SET moved = version', migrations.RunSQL.noop),
    ]
