import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname } from 'node:path'
import { FILE_MAX_BYTES } from '@yunji/contract/space/file/rules'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { withClient } from '@yunji/testkit/with-client'
import { type Target, withSharedTarget } from '../support/target.ts'

/** Part of every hostile name: a file of such a name on the server's disk is a way out. */
const MARK = 'yunji-escaped'

const names: readonly string[] = [
  `../${MARK}`,
  `../../../../tmp/${MARK}`,
  `..\\${MARK}`,
  `/${MARK}`,
  `/tmp/${MARK}`,
  `C:\\${MARK}`,
  `a/../../${MARK}`,
  `a/${MARK}`,
  `./${MARK}`,
  `.${MARK}`,
  `..${MARK}`,
  `${MARK}\0.jpg`,
  `${MARK}\n.jpg`,
  `${MARK}\u202Egpj.jpg`,
  `${MARK}\u200B.jpg`,
  `${MARK}|id`,
  `${MARK}:stream`,
  `file://${MARK}`,
  `${MARK}.exe`,
  `${MARK}.ScR`,
  ` ${MARK}`,
  `${MARK} `,
  `${MARK}${'x'.repeat(300)}`,
  `${MARK}${'云'.repeat(80)}`,
  '.',
  '..',
  '',
]

const SEPARATORS = ['/', '\\', '../', '..\\', '/./', '\0', ':', '\u202E', '\r\n'] as const

const mutatedNames = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => {
    const pieces = Array.from({ length: random.integer(1, 4) }, () => random.pick(['a', '..', '云', 'x.jpg', '%2e%2e']))
    return [...pieces, MARK].join(random.pick(SEPARATORS))
  })

/** Announced sizes that are no size, or more than anybody may store. */
const sizes: readonly string[] = [
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '',
  'NaN',
  '9'.repeat(15),
  '9'.repeat(40),
  String(FILE_MAX_BYTES + 1),
  // More than the account has.
  String(2 * 1024 ** 3),
]

export const promise = definePromise({
  id: 'S16',
  name: 's16_hostile_uploads',
  title:
    'names that lead elsewhere, sizes beyond the limits and bodies beyond their size are refused and leave nothing',
  sizes: { small: 50, long: 2000 },
  run: ({ size: mutated, seed, log }) =>
    withSharedTarget(async (target) => {
      const tried = [...names, ...mutatedNames(createRandom(seed), mutated)]
      const violations: string[] = []
      for (const name of tried) {
        const { status } = await create(target, name, '10')
        if (!isRefusal(status)) violations.push(`${JSON.stringify(name)}: ${status}`)
      }
      for (const size of sizes) {
        const { status } = await create(target, 'a.bin', size)
        if (!isRefusal(status)) violations.push(`a size of ${size}: ${status}`)
      }
      violations.push(...(await tryLongBodies(target)), ...(await findTraces(target)))
      log(`${tried.length} names, ${sizes.length} sizes`)
      return { rounds: tried.length + sizes.length + 2, violations }
    }),
})

const isRefusal = (status: number): boolean => status >= 400 && status < 500

interface Sending {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  /** Without it, the body is sent in chunks of unknown length. */
  readonly bodyBytes?: number
  readonly body?: Buffer
}

const send = ({ port, token }: Target, { method, path, headers, bodyBytes, body }: Sending) =>
  new Promise<{ status: number; location: string }>((resolve, reject) => {
    const length = bodyBytes === undefined ? {} : { 'content-length': String(bodyBytes) }
    const options = { host: '127.0.0.1', port, method, path, agent: false as const }
    const sending = request({ ...options, headers: { token, 'tus-resumable': '1.0.0', ...headers, ...length } })
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' })
    })
    sending.end(body)
  })

const create = (target: Target, name: string, size: string) =>
  send(target, {
    method: 'POST',
    path: '/files',
    headers: { 'upload-length': size, 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` },
    bodyBytes: 0,
  })

/** More than announced, with and without saying so. */
const tryLongBodies = async (target: Target): Promise<string[]> => {
  const { status, location } = await create(target, 'long.bin', '1000')
  if (status !== 201) return [`an honest upload was refused: ${status}`]
  const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const body = Buffer.alloc(200_000)
  const violations: string[] = []
  for (const length of [{ bodyBytes: body.length }, {}]) {
    const answer = await send(target, { method: 'PATCH', path: location, headers: part, body, ...length })
    if (!isRefusal(answer.status)) violations.push(`a body of ${body.length} for 1000 bytes: ${answer.status}`)
  }
  const ended = await send(target, { method: 'DELETE', path: location, headers: {}, bodyBytes: 0 })
  return ended.status === 204 ? violations : [...violations, `the upload could not be ended: ${ended.status}`]
}

/** Uploads, files, charged bytes, and names on the disk. */
const findTraces = async ({ databaseUrl, dataDir, account, failures }: Target): Promise<string[]> => {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ what: string; count: string }>(
      `select 'uploads' as what, count(*) from space_uploads where user_id = $1
       union all select 'files', count(*) from space_files where user_id = $1
       union all select 'charged bytes', coalesce(sum(file_bytes), 0) from space_usage where user_id = $1`,
      [account.userId],
    ),
  )
  const kept = await readdir(dataDir, { recursive: true })
  const outside = [...(await readdir('/tmp')), ...(await readdir('/')), ...(await readdir(dirname(dataDir)))]
  return [
    ...rows.filter(({ count }) => Number(count) !== 0).map(({ what, count }) => `${count} ${what} are left`),
    ...[...kept, ...outside].filter((name) => name.includes(MARK)).map((name) => `${name} was written`),
    ...(await failures()).map((line) => `the server failed: ${line.slice(0, 200)}`),
  ]
}
