import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, longText, positiveId } from '../wire/fields.ts'
import { streamModes } from './limits.ts'

export const createTicket = defineCall({
  method: 'POST',
  path: '/vmcloud/api/stream/createTicket',
  summary: '打开云手机画面的一次性凭证',
  access: access.deviceView,
  input: z.strictObject({ deviceId: positiveId, mode: z.enum(streamModes) }),
  data: z.object({
    /** Carried in `Sec-WebSocket-Protocol`, never in an address that is logged. */
    ticket: z.string(),
    /** Where the socket is opened: a path of this host, or the address of the gateway of the device's zone. */
    path: longText,
    expiresAt: epochMillis,
  }),
  errors: ['GET_DEVICE_FAILED', 'START_UP_STANDARD_NOT_MET'],
})
