import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { redriveDeadLetters } from './platform/dead-letters.ts'
import { runCommand, storageFromEnvironment } from './start-up.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `npm run jobs:redrive -- [queue]`: moves dead letters back to their queues with a full retry count. */
const redrive = async (queue: string | undefined): Promise<boolean> => {
  const { databaseUrl, dataDir } = storageFromEnvironment()
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` })
  try {
    const { moved, left, known } = await redriveDeadLetters(databaseUrl ?? embedded?.url ?? '', queue)
    if (queue !== undefined && !known.includes(queue)) {
      say(`✗ no dead letters of ${queue}; there are some of: ${known.join(', ') || 'no queue'}`)
      return false
    }
    for (const { name, count } of moved) say(`✓ ${name}: ${count} sent again`)
    if (left > 0) say(`✗ ${left} stay: their queue is gone`)
    if (moved.length + left === 0) say('✓ no dead letters')
    return left === 0
  } finally {
    await embedded?.stop()
  }
}

await runCommand(() => redrive(process.argv[2]))
