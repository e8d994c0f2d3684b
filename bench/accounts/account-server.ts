/** The product's server with its account routes. The password hash is left out: it is slow on purpose and measured apart. */
import { userRoutes } from '../../apps/server/src/modules/accounts/users/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { createSignedTokens } from '../../apps/server/src/platform/signed-tokens.ts'
import { singleKey } from '../../apps/server/src/platform/signing-keys.ts'
import { openPlatform, serve, unused } from '../load/product-server.ts'

const platform = openPlatform()
const accounts = userRoutes({
  ...platform,
  smsCodes: { send: unused, use: unused },
  wechatLogin: { officialAccount: null, identifyByApplet: unused, identifyByOfficialAccount: unused },
  outbox: { add: unused, addAll: unused, wake: unused },
  recordLoginConsents: async () => undefined,
  signedTokens: createSignedTokens(singleKey(Buffer.alloc(32)), systemClock),
  verifyPassword: async () => true,
})
// The load uses many addresses, since logins are limited by address.
await serve(platform, accounts, { trustedProxies: ['127.0.0.1'] })
