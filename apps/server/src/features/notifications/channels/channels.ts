import type { Language } from '@dalyan/contracts/errors'
import type { NotificationChannel } from '@dalyan/contracts/notifications'
import type { Message } from '../messages/compose-message.ts'

/** Whom a message is for. */
export interface MessageRecipient {
  user_id: number
  name: string
  email: string
  /** Its owner confirmed it, or an administrator wrote it: nothing is mailed elsewhere. */
  email_trusted: boolean
  /** Administrators alone read why something could not be sent. */
  is_admin: boolean
  language: Language
  timeZone: string
}

/** What a channel needs of one message. `notification_id` null: it may be in the inbox twice. */
export interface ChannelMessage {
  recipient: MessageRecipient
  message: Message
  notification_id: number | null
  /** The same for a repeat, and for no other message of any installation: what has it already drops the repeat. */
  id: string | null
}

/** A channel by which users are reached. */
export interface Channel {
  /** Set up for the whole installation. */
  isReady: boolean
  /** `nobody`: this user has nothing to be reached with. Throws where it failed, and may be tried again. */
  send(message: ChannelMessage): Promise<'sent' | 'nobody'>
}

export type Channels = Record<NotificationChannel, Channel>
