import { sql, type Kysely } from 'kysely'

/** Names by the glossary: what is sent to a recipient is a notification, what a user finds in the page is an inbox item. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `
alter table notifications rename to inbox_items;
alter table inbox_items rename column why to reason;
alter table inbox_items rename column telling_id to notification_id;
alter sequence notifications_id_seq rename to inbox_items_id_seq;
alter index notifications_pkey rename to inbox_items_pkey;
alter index notifications_telling_id_key rename to inbox_items_notification_id_key;
alter index notifications_user rename to inbox_items_user;
alter index notifications_unread rename to inbox_items_unread;
alter index notifications_created rename to inbox_items_created;
alter table inbox_items rename constraint notifications_user_id_fkey to inbox_items_user_id_fkey;
alter table inbox_items rename constraint notifications_telling_id_fkey to inbox_items_notification_id_fkey;
update inbox_items set reason = 'digest' where reason = 'many';

alter table tellings rename to notifications;
alter table notifications rename column occasion to episode_at;
alter table notifications rename column turn to reminder_number;
alter table notifications rename column why to reason;
alter table notifications rename column held_until to not_before;
alter table notifications rename column told_at to sent_at;
alter table notifications rename column within_id to digest_id;
alter sequence tellings_id_seq rename to notifications_id_seq;
alter index tellings_pkey rename to notifications_pkey;
alter index tellings_alarm_id_occasion_turn_user_id_channel_key rename to notifications_once_key;
alter index tellings_held rename to notifications_held;
alter index tellings_within rename to notifications_digest;
alter index tellings_waiting rename to notifications_waiting;
alter index tellings_told rename to notifications_sent;

alter table escalations rename column occasion to episode_at;

alter table channel_health rename column tried_week to tested_week;
update settings set key = 'weekly_channel_test' where key = 'weekly_channel_trial';
update webhooks set events = array_replace(events, 'alarm.told_again', 'alarm.notified_again');
update webhook_deliveries set event = 'alarm.notified_again' where event = 'alarm.told_again';
`,
    )
    .execute(db)
}
