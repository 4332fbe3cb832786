import type { Language } from '@dalyan/contracts/errors'
import type { NotificationChannel } from '@dalyan/contracts/notifications'
import type { ComposedMessage } from '../messages/compose-message.ts'

/** The recipient of a message. */
export interface MessageRecipient {
  user_id: number
  name: string
  email: string
  /** Confirmed by its owner, or entered by an administrator; no other address gets mail. */
  email_trusted: boolean
  /** Only administrators read why a message could not be sent. */
  is_admin: boolean
  language: Language
  timeZone: string
}

/** What a channel needs to send a message. */
export interface ChannelMessage {
  recipient: MessageRecipient
  message: ComposedMessage
  /** The inbox holds one item for each; null: it may hold this message twice. */
  notification_id: number | null
  /** The same for a repeat and unique across installations, so that the receiver drops the repeat. */
  id: string | null
}

/** Sends messages to users. */
export interface MessageChannel {
  /** Configured for the installation. */
  isReady: boolean
  /** `nobody`: the user has no address or browser for it. Throws when sending failed and may be tried again. */
  send(message: ChannelMessage): Promise<'sent' | 'nobody'>
}

/** app-channel, push-channel and mail-channel, collected in notifications.module. */
export type Channels = Record<NotificationChannel, MessageChannel>
