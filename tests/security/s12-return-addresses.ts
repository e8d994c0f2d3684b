import { getWechatLogin } from '@yunji/contract/accounts/session/calls'
import { authorizationUrlOf } from '@yunji/contract/accounts/session/login'
import { pages, pathOf, safeReturnPath } from '@yunji/contract/pages'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom } from '@yunji/testkit/random'
import { createApiClient } from '../support/api-client.ts'
import { describe } from '../support/envelope.ts'
import { type Target, withSharedTarget } from '../support/target.ts'

const OWN = pathOf('Home/user')

/** Spellings of an address that parsers interpret differently. */
const tricks: readonly string[] = [
  'https://evil.example',
  'http://evil.example/pages/Home/user',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  'https:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  `${OWN}@evil.example`,
  `${OWN}/../../evil`,
  `${OWN}/..//evil.example`,
  `${OWN}\\..\\evil`,
  `.${OWN}`,
  `//localhost${OWN}`,
  `/.${OWN}`,
  `/x/..${OWN}`,
  `${OWN}%00`,
  `${OWN}\u0000`,
  `${OWN}\r\nLocation: https://evil.example`,
  `${OWN}?x=\r\nset-cookie: a=b`,
  `${OWN}#@evil.example`,
  `${OWN}?next=1#evil`,
  `${OWN};evil`,
  '/pages/Home/User',
  '/pages/nothing',
  '/vmcloud/api/user/getUserInfo',
  '/demo/sms',
  '/',
  '',
  'pages/Home/user',
  pathOf('login/login'),
  pathOf('auth/wechatAuth'),
]

export const promise = definePromise({
  id: 'S12',
  name: 's12_return_addresses',
  title: 'after a login the way leads to pages of our own only',
  sizes: { small: 200, long: 20_000 },
  run: ({ size: mutated, seed, log }) =>
    withSharedTarget(async (target) => {
      const mutations = mutatedAddresses(mutated, seed)
      const tried = [...tricks, ...mutations]
      const violations = tried.filter(leadsAway).map((text) => `${JSON.stringify(text)} was taken for a page of ours`)
      for (const { route } of pages.filter(isDestination)) {
        const path = `${pathOf(route)}?a=1&b=%E4%BA%91`
        if (safeReturnPath(path) !== path) violations.push(`${path} was refused`)
      }
      const redirects = await codesSentAway(target, tricks)
      log(`${tried.length} addresses, ${tricks.length} authorisations`)
      return { rounds: tried.length + tricks.length, violations: [...violations, ...redirects] }
    }),
})

const isDestination = ({ route }: (typeof pages)[number]): boolean =>
  route !== 'login/login' && route !== 'auth/wechatAuth'

/** An accepted address must be one of our pages for every parser. */
const leadsAway = (text: string): boolean => {
  const path = safeReturnPath(text)
  if (path === undefined) return false
  const url = URL.parse(path, 'https://yunji.example')
  const isOwn = url?.origin === 'https://yunji.example' && pages.some(({ route }) => pathOf(route) === url.pathname)
  return !isOwn || path !== text.replace(/\?$/, '')
}

const mutatedAddresses = (count: number, seed: number): string[] => {
  const random = createRandom(seed)
  const pieces = [
    '/',
    '\\',
    '//',
    '@',
    ':',
    '?',
    '#',
    '%2f',
    '%5c',
    '%00',
    '..',
    '.',
    ' ',
    '\t',
    '\n',
    'evil.example',
    'javascript:',
    '云',
  ]
  return Array.from({ length: count }, () => {
    const at = random.integer(0, OWN.length)
    const piece = pieces[random.integer(0, pieces.length - 1)] ?? ''
    return OWN.slice(0, at) + piece + OWN.slice(at)
  })
}

/** The authoriser must send its code to our addresses only. */
const codesSentAway = async ({ pool, port }: Target, addresses: readonly string[]): Promise<string[]> => {
  const { data } = await createApiClient(pool).call(getWechatLogin, {})
  const { officialAccount } = data as { officialAccount: { authorizeUrl: string; appId: string } }
  const host = `localhost:${port}`
  const violations: string[] = []
  for (const redirectUri of addresses) {
    const url = authorizationUrlOf({ ...officialAccount, redirectUri, scope: 'snsapi_base', state: 'x' })
    const answer = await pool.send({ method: 'GET', path: url.replace(/#.*$/, ''), headers: { host } })
    const { location } = answer.headers
    const isAway = location !== undefined && URL.parse(location)?.host !== host
    if (isAway || answer.status >= 500)
      violations.push(`${JSON.stringify(redirectUri)}: ${describe(answer)} ${location}`)
  }
  return violations
}
