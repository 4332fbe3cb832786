import { alarmLinksApi, notificationsApi, onCallApi, pushApi } from '@dalyan/contracts/notifications'
import type { FastifyInstance } from 'fastify'
import { instantAt } from '../../core/clock.ts'
import { serve } from '../../core/http/serve.ts'
import { acknowledgeByLink, endAlarmLinks, showLinkedAlarm, type AlarmLinkNeeds } from './alarm-links.ts'
import { inboxRepository } from './inbox.sql.ts'
import { getOnCall, listOnCallCandidates, setOnCall, type OnCallNeeds } from './recipients/on-call.service.ts'
import {
  getPreferences,
  setPreferences,
  testChannel,
  type PreferencesNeeds,
} from './preferences/preferences.service.ts'
import type { PushChannel } from './channels/push-channel.ts'
import { pushSubscriptionsRepository } from './channels/push-subscriptions.repository.ts'

interface Needs extends PreferencesNeeds, OnCallNeeds, AlarmLinkNeeds {
  push: Pick<PushChannel, 'publicKey' | 'subscribe'>
}

/** A user's inbox and preferences, the on-call order of a firm, and the links of messages. */
export function serveNotifications(server: FastifyInstance, needs: Needs): void {
  const { database, clock, push } = needs
  const centre = inboxRepository(database)
  const subscriptions = pushSubscriptionsRepository(database)

  serve(server, notificationsApi.list, 'signed_in', ({ query, user }) => centre.list(user.id, query))
  serve(server, notificationsApi.read, 'signed_in', async ({ body, user }) => {
    await centre.markRead(user.id, body.up_to_id, instantAt(clock.now()))
    return { unread: await centre.countUnread(user.id) }
  })
  serve(server, notificationsApi.preferences, 'signed_in', ({ user }) => getPreferences(needs, user))
  serve(server, notificationsApi.setPreferences, 'signed_in', ({ body, user }) => setPreferences(needs, user, body))
  serve(server, notificationsApi.test, 'signed_in', ({ body, user }) => testChannel(needs, user, body.channel))

  serve(server, pushApi.key, 'signed_in', async () => ({ key: await push.publicKey() }))
  serve(server, pushApi.subscribe, 'signed_in', ({ body, user }) =>
    push.subscribe({ user_id: user.id, token_id: user.token_id }, body),
  )
  serve(server, pushApi.unsubscribe, 'signed_in', ({ body, user }) => subscriptions.remove(user.id, body.endpoint))

  serve(server, onCallApi.get, 'alarms.acknowledge', ({ params, user }) => getOnCall(needs, params.id, user))
  serve(server, onCallApi.set, 'firms.manage', ({ params, body, actor }) => setOnCall(needs, params.id, body, actor))
  serve(server, onCallApi.candidates, 'firms.manage', ({ params, query }) =>
    listOnCallCandidates(needs, params.id, query.search),
  )

  serve(server, alarmLinksApi.endAll, 'settings.manage', ({ actor }) => endAlarmLinks(needs, actor))
  // The link itself is the right, so no session is needed.
  serve(server, alarmLinksApi.show, 'public', ({ body }) => showLinkedAlarm(needs, body.token))
  serve(server, alarmLinksApi.acknowledge, 'public', ({ body }) =>
    acknowledgeByLink(needs, body.token, body.note || null),
  )
}
