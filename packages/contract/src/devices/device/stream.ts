export const streamModes = ['view', 'control'] as const
export type StreamMode = (typeof streamModes)[number]

/** Time from creation to opening the socket. */
export const TICKET_LIFETIME_MS = 30_000

/** Screens that one account has open at once, wherever it opened them. */
export const MAX_SCREENS = 64

/** Phones on one wall; some screens are left for other windows. */
export const MAX_WALL_PHONES = 60

/** Sub-protocol of the socket, and the prefix of the second one, which carries the ticket. */
export const STREAM_PROTOCOL = 'yunji.stream.v1'
export const TICKET_PROTOCOL_PREFIX = 'ticket.'

/** Query parameter of the socket: quality of the first picture. */
export const QUALITY_PARAM = 'quality'

/** Header of an upload: the key from the stream's greeting. */
export const UPLOAD_KEY_HEADER = 'x-upload-key'

/** Files that one account sends to a phone at once. */
export const MAX_UPLOADS = 4

/** The largest file that a phone is sent at once. */
export const UPLOAD_LIMIT_BYTES = 2 * 1024 * 1024 * 1024
