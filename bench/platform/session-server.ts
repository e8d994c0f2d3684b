/**
 * The product's server with its whole platform: logs, metrics, limits, security headers, validation, session look-up. The
 * one call under load answers from memory, so that the look-up is the only storage.
 */
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { bind } from '../../apps/server/src/platform/http/binding.ts'
import { openPlatform, serve } from '../load/product-server.ts'
import { SAMPLE_USER } from '../load/samples.ts'

await serve(openPlatform(), [bind(getUserInfo, async () => SAMPLE_USER)])
