import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedDatabaseUrl } from '@yunji/testkit/embedded-database'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { startSystem } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'

const BARE = fileURLToPath(new URL('bare-post.ts', import.meta.url))
const PIECE = Buffer.alloc(1024 * 1024, 'yunji')
const MEGABYTES = 512
const TOTAL_BYTES = MEGABYTES * PIECE.length
const ROUNDS = 5
const LIMIT = 0.7
const TOKEN = Buffer.alloc(32, 'upload').toString('base64url')

interface Receiver {
  readonly url: string
  readonly pid: number | undefined
}

interface Sent {
  /** Until the answer. */
  readonly seconds: number
  /** Of the receiving process: a second view where others use the machine too. */
  readonly processorSeconds: number
}

const TICKS_PER_SECOND = 100

const processorSecondsOf = async (pid: number | undefined): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Sends the bytes as one body. */
const send = async (
  { url, pid }: Receiver,
  method: string,
  headers: Record<string, string>,
  mark: number,
): Promise<Sent> => {
  const processorBefore = await processorSecondsOf(pid)
  const began = performance.now()
  const sending = request(url, { method, headers: { ...headers, 'content-length': String(TOTAL_BYTES) } })
  const answered = once(sending, 'response')
  // Contents differ, so that none is known already.
  const first = Buffer.from(PIECE)
  first.writeUInt32BE(mark)
  for (let index = 0; index < MEGABYTES; index += 1)
    if (!sending.write(index === 0 ? first : PIECE)) await once(sending, 'drain')
  sending.end()
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 204) throw new Error(`${method} ${url}: ${response.statusCode}`)
  const seconds = (performance.now() - began) / 1000
  return { seconds, processorSeconds: (await processorSecondsOf(pid)) - processorBefore }
}

const describe = ({ seconds, processorSeconds }: Sent): string =>
  `${(MEGABYTES / seconds).toFixed(0)} MB/s, ${processorSeconds.toFixed(2)} s of processor`

/** An account with a session and much space. */
const addAccount = (databaseUrl: string) =>
  withClient(databaseUrl, (client) =>
    client.query(
      `with person as (
         insert into users (mobile_phone, name, created_at) values ('13900019001', '上传', now()) returning id
       ), session as (
         insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at)
         select sha256($1::bytea), id, now(), now(), now() + interval '1 day' from person
       ), bought as (
         insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, pay_method, created_at,
           expires_at, paid_at, ended_at)
         select id, 'space', '云空间', 'fulfilled', '[]', 1, 1, '{}', 3, now(), now(), now(), now() from person
         returning id, user_id
       )
       insert into space_grants select id, user_id, 100, now(), now() + interval '30 days' from bought`,
      [TOKEN],
    ),
  )

/**
 * Throughput of uploads of 512 MB through tus (the server as it runs: session, quota, pieces synced and recorded, content
 * hashed) against bare streamed POSTs of the same bytes to a file on the same disk, synced once; in turns.
 */
export const measureUploads = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-uploads-'))
  const system = await startSystem()
  const bare = spawn(process.execPath, [BARE, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [port] = await once(bare.stdout, 'data')
    await addAccount(await embeddedDatabaseUrl(system.dataDir))
    const tus = { token: TOKEN, 'tus-resumable': '1.0.0' }
    const ratios: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const bareUrl = `http://127.0.0.1:${String(port).trim()}/`
      const plain = await send({ url: bareUrl, pid: bare.pid }, 'POST', {}, round)
      const name = Buffer.from(`${round}.bin`).toString('base64')
      const begun = await fetch(`${system.url}/files`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(TOTAL_BYTES), 'upload-metadata': `filename ${name}` },
      })
      if (begun.status !== 201) throw new Error(`no upload was begun: ${begun.status}`)
      const address = new URL(begun.headers.get('location') ?? '', system.url)
      const part = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      const sent = await send({ url: address.href, pid: system.process.pid }, 'PATCH', part, round)
      ratios.push(plain.seconds / sent.seconds)
      process.stderr.write(`    upload ${round}: bare ${describe(plain)}; tus ${describe(sent)}\n`)
    }
    return [atLeast('space_upload_share_of_bare_post', median(ratios), LIMIT)]
  } finally {
    bare.kill()
    await system.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
