/**
 * The product's server with the unread counts; with `without-counts`, the same route answers a constant of the same size
 * after the same session look-up.
 */
import { getUnreadCount } from '@yunji/contract/messages/calls'
import { unreadRoute } from '../../apps/server/src/modules/messages/index.ts'
import { bind } from '../../apps/server/src/platform/http/binding.ts'
import { openPlatform, serve } from '../load/product-server.ts'
import { SAMPLE_COUNTS } from '../load/samples.ts'

const [, , counts] = process.argv.slice(2)
const unread = counts === 'without-counts' ? bind(getUnreadCount, async () => SAMPLE_COUNTS) : unreadRoute
await serve(openPlatform(), [unread])
