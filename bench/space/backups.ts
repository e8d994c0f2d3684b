import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase, startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, atMost, type Figure, median } from '@yunji/testkit/figures'
import { createRandom, type Random } from '@yunji/testkit/random'
import { withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'

const PROCESS = fileURLToPath(new URL('backup-process.ts', import.meta.url))
const MEGABYTE = 1024 * 1024
const TOTAL_BYTES = 1024 * MEGABYTE
const ROUNDS = 3
const THROUGHPUT_LIMIT = 0.7
const MEMORY_LIMIT_MEGABYTES = 150
const CHANGED_LIMIT = 0.05
const SEED = 19

const run = promisify(execFile)

interface Made {
  readonly newStoredBytes: number
  readonly seconds: number
  /** Before the backup: the code of the server's modules. */
  readonly baseMegabytes: number
  readonly peakMegabytes: number
}

/**
 * Throughput of a backup of 1 GB of mixed data against `tar | zstd` of the same data on the same disk, each round one after
 * the other; memory that it takes beyond its process at rest; and the share of the bytes that a backup after a change of 1 % of the files stores.
 */
export const measureBackups = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-space-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    const url = await createDatabase(postgres, 'space')
    await migrate(url, await readMigrations(MIGRATIONS))
    const source = join(folder, 'phone')
    const random = createRandom(SEED)
    const files = await fill(source, random)
    process.stderr.write(`    ${files.length} files\n`)
    const ratios: number[] = []
    const growths: number[] = []
    let first: Made | undefined
    let last = ''
    for (let round = 1; round <= ROUNDS; round += 1) {
      const reference = await timeReference(source, join(folder, 'reference.tar.zst'))
      // Nothing is stored yet for the owner of each round.
      const owner = await addOwner(url, round)
      last = owner
      const made = await makeBackup(url, folder, source, owner, round)
      ratios.push(reference / made.seconds)
      growths.push(made.peakMegabytes - made.baseMegabytes)
      first = made
      process.stderr.write(
        `    backup ${round}: ${made.seconds.toFixed(1)} s against ${reference.toFixed(1)} s of tar | zstd, ` +
          `${Math.round(made.baseMegabytes)} → ${Math.round(made.peakMegabytes)} MB\n`,
      )
    }
    await change(files, random)
    const second = await makeBackup(url, folder, source, last, ROUNDS + 1)
    const share = second.newStoredBytes / (first?.newStoredBytes ?? 1)
    return [
      atLeast('backup_throughput_ratio', median(ratios), THROUGHPUT_LIMIT),
      atMost('backup_memory_megabytes', Math.max(...growths), MEMORY_LIMIT_MEGABYTES),
      atMost('second_backup_share', share, CHANGED_LIMIT),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Text of words: compresses to about a third. */
const words = (random: Random, bytes: number): Buffer => {
  const pieces: string[] = []
  for (let length = 0; length < bytes; length += 12)
    pieces.push(random.integer(0, 99_999).toString(36).padStart(5, '-'), ' value ')
  return Buffer.from(pieces.join('')).subarray(0, bytes)
}

const noise = (random: Random, bytes: number): Buffer => {
  const values = new Uint32Array(Math.ceil(bytes / 4))
  for (let at = 0; at < values.length; at += 1) values[at] = Math.floor(random.next() * 2 ** 32)
  return Buffer.from(values.buffer, 0, bytes)
}

/** Half in films and pictures that do not compress, a quarter in databases, the rest in small files. */
const KINDS = [
  { name: 'films', share: 0.3, bytes: 16 * MEGABYTE, content: noise },
  { name: 'pictures', share: 0.2, bytes: 2 * MEGABYTE, content: noise },
  { name: 'databases', share: 0.25, bytes: MEGABYTE, content: words },
  { name: 'documents', share: 0.15, bytes: 120 * 1024, content: words },
  { name: 'settings', share: 0.1, bytes: 12 * 1024, content: words },
] as const

const fill = async (source: string, random: Random): Promise<string[]> => {
  const files: string[] = []
  for (const { name, share, bytes, content } of KINDS) {
    const folder = join(source, name)
    await mkdir(folder, { recursive: true })
    for (let written = 0, index = 0; written < TOTAL_BYTES * share; index += 1) {
      const size = Math.round(bytes * (0.5 + random.next()))
      const path = join(folder, `${index}`)
      await writeFile(path, content(random, size))
      files.push(path)
      written += size
    }
  }
  return files
}

/** Every hundredth file gets new content over a tenth of its length, in one place. */
const change = async (files: readonly string[], random: Random): Promise<void> => {
  for (const path of files.filter((_, index) => index % 100 === 50)) {
    const { size } = await stat(path)
    const part = noise(random, Math.ceil(size / 10))
    const file = await open(path, 'r+')
    await file.write(part, 0, part.length, random.integer(0, size - part.length))
    await file.close()
  }
}

const timeReference = async (source: string, target: string): Promise<number> => {
  const began = performance.now()
  await run('sh', ['-c', 'tar -c -C "$1" . | zstd -q -f -o "$2" && sync "$2"', 'sh', source, target])
  return (performance.now() - began) / 1000
}

const addOwner = (url: string, number: number): Promise<string> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into zones (code, name, created_at) values ('bench', '区', now()) on conflict do nothing`,
    )
    const { rows } = await client.query<{ id: string }>(
      `insert into users (name, created_at) values ('bench', now()) returning id`,
    )
    const userId = rows[0]?.id ?? ''
    await client.query(`insert into space_usage (user_id) values ($1)`, [userId])
    await client.query(
      `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, created_at, expires_at)
       values ($1, 'space', 'bench', 'pending', '[]', 1, 1, '{}', now(), now())`,
      [userId],
    )
    await client.query(
      `insert into space_grants (order_id, user_id, size_gb, starts_at, ends_at)
       select id, $1, 100, now(), now() + interval '1 day' from orders where user_id = $1`,
      [userId],
    )
    const { rows: devices } = await client.query<{ id: string }>(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at, state, created_at)
       select $1, (select min(id) from device_groups where user_id = $1), zones.id, 'bench', 1, '10/B', 7, 'bench-' || $2::text,
         now() + interval '1 day', 'running', now() from zones where code = 'bench' returning id`,
      [userId, number],
    )
    return `${userId},${devices[0]?.id}`
  })

const makeBackup = async (url: string, dataDir: string, source: string, owner: string, part: number): Promise<Made> => {
  const args = [PROCESS, url, dataDir, source, ...owner.split(','), String(part)]
  const { stdout } = await run(process.execPath, args)
  return JSON.parse(stdout) as Made
}
