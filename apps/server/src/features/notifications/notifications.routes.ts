import { alarmLinksApi, notificationsApi, onCallApi, pushApi } from '@dalyan/contracts/notifications'
import type { FastifyInstance } from 'fastify'
import { instantAt, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database/database.ts'
import { actorOf } from '../../core/http/actor.ts'
import { serve } from '../../core/http/serve.ts'
import type { AlarmLinks } from './alarm-links.ts'
import { inboxRepository } from './inbox.sql.ts'
import type { OnCallService } from './recipients/on-call.service.ts'
import type { PreferencesService } from './preferences/preferences.service.ts'
import type { PushChannel } from './channels/push-channel.ts'
import { pushSubscriptionsRepository } from './channels/push-subscriptions.repository.ts'

interface Needs {
  database: Database
  clock: Clock
  preferences: PreferencesService
  onCall: OnCallService
  links: AlarmLinks
  push: Pick<PushChannel, 'publicKey' | 'subscribe'>
}

/** A user's inbox and preferences, the on-call order of a firm, and the links of messages. */
export function serveNotifications(
  server: FastifyInstance,
  { database, clock, preferences, onCall, links, push }: Needs,
): void {
  const centre = inboxRepository(database)
  const subscriptions = pushSubscriptionsRepository(database)

  serve(server, notificationsApi.list, 'signed_in', ({ query, user }) => centre.list(user.id, query))
  serve(server, notificationsApi.read, 'signed_in', async ({ body, user }) => {
    await centre.markRead(user.id, body.up_to_id, instantAt(clock.now()))
    return { unread: await centre.countUnread(user.id) }
  })
  serve(server, notificationsApi.preferences, 'signed_in', ({ user }) => preferences.get(user))
  serve(server, notificationsApi.setPreferences, 'signed_in', ({ body, user }) => preferences.set(user, body))
  serve(server, notificationsApi.test, 'signed_in', ({ body, user }) => preferences.test(user, body.channel))

  serve(server, pushApi.key, 'signed_in', async () => ({ key: await push.publicKey() }))
  serve(server, pushApi.subscribe, 'signed_in', ({ body, user }) =>
    push.subscribe({ user_id: user.id, token_id: user.token_id }, body),
  )
  serve(server, pushApi.unsubscribe, 'signed_in', ({ body, user }) => subscriptions.remove(user.id, body.endpoint))

  serve(server, onCallApi.get, 'alarms.acknowledge', ({ params, user }) => onCall.get(params.id, user))
  serve(server, onCallApi.set, 'firms.manage', ({ params, body, user, request }) =>
    onCall.set(params.id, body, actorOf(user, request)),
  )
  serve(server, onCallApi.candidates, 'firms.manage', ({ params, query }) => onCall.candidates(params.id, query.search))

  serve(server, alarmLinksApi.endAll, 'settings.manage', ({ user, request }) => links.endAll(actorOf(user, request)))
  // The link itself is the right, so no session is needed.
  serve(server, alarmLinksApi.show, 'public', ({ body }) => links.show(body.token))
  serve(server, alarmLinksApi.acknowledge, 'public', ({ body }) => links.acknowledge(body.token, body.note || null))
}
