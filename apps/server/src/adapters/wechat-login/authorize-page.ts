import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { escapeHtml, htmlPage } from '../demo-page.ts'
import { type Authoriser, type DemoPerson, demoPeople, findPerson } from './authoriser.ts'

interface AuthorizeQuery {
  readonly appid?: unknown
  readonly redirect_uri?: unknown
  readonly scope?: unknown
  readonly state?: unknown
  /** Fields of our own page: the demo user and their choice. */
  readonly person?: unknown
  readonly choice?: unknown
}

const { path } = sideRoutes.demoAuthorize
const COOKIE = 'demo_wechat'

/**
 * Authorization page of the embedded WeChat. `snsapi_base` is silent as in the original: the last chosen user is
 * redirected with a code at once.
 */
export const addAuthorizePage = (app: FastifyInstance, authoriser: Authoriser): void => {
  app.get<{ Querystring: AuthorizeQuery }>(path, (request, reply) => {
    const { query } = request
    const back = ownAddress(request, query.redirect_uri)
    const scope = query.scope === 'snsapi_userinfo' ? 'snsapi_userinfo' : 'snsapi_base'
    if (!back || query.appid !== authoriser.appId) throw new AppError('BAD_INPUT', { text: '授权请求无效' })
    reply.header('cache-control', 'no-store')
    back.searchParams.set('state', String(query.state ?? ''))
    if (query.choice === 'deny') return reply.redirect(back.href)
    const person = findPerson(query.person) ?? findPerson(rememberedIn(request)) ?? demoPeople[0]
    if (person && (scope === 'snsapi_base' || query.choice === 'allow')) {
      back.searchParams.set('code', authoriser.issueCode(person, scope))
      return reply
        .header('set-cookie', `${COOKIE}=${person.key}; Path=${path}; HttpOnly; SameSite=Lax`)
        .redirect(back.href)
    }
    return reply.type('text/html; charset=utf-8').send(page(query, person))
  })
}

/** Codes go to our own pages only. */
const ownAddress = (request: FastifyRequest, redirectUri: unknown): URL | undefined => {
  const url = typeof redirectUri === 'string' ? URL.parse(redirectUri) : null
  return url && url.host === request.host && /^https?:$/.test(url.protocol) && !url.username ? url : undefined
}

const rememberedIn = ({ headers }: FastifyRequest): string | undefined =>
  headers.cookie?.match(new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`))?.[1]

const page = (query: AuthorizeQuery, chosen: DemoPerson | undefined): string => {
  const linkTo = (changes: Record<string, string>): string => {
    const kept = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    return escapeHtml(`${path}?${new URLSearchParams({ ...Object.fromEntries(kept), ...changes })}`)
  }
  const person = ({ key, name }: DemoPerson): string =>
    `<a class="person${key === chosen?.key ? ' chosen' : ''}" href="${linkTo({ person: key })}">${escapeHtml(name)}</a>`
  return htmlPage(
    '微信授权',
    `<h1>云机 申请获取</h1><p>你的昵称</p><div class="card"><p class="note">以哪个微信继续（体验环境）</p>${demoPeople.map(person).join('')}</div>
<a class="button" href="${linkTo({ choice: 'allow', person: chosen?.key ?? '' })}">允许</a>
<a class="button plain" href="${linkTo({ choice: 'deny' })}">拒绝</a>`,
  )
}
