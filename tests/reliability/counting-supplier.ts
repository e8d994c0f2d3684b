import type { Database } from '../../apps/server/src/platform/database.ts'
import {
  defineTask,
  type StepContext,
  type TaskDefinition,
  type TaskStep,
} from '../../apps/server/src/platform/tasks/definition.ts'

/**
 * A supplier outside the product that records requests and their effects. Idempotent by key, as every supplier.
 */
export const SUPPLIER_TABLES = `
  create table supplier_requests (
    id bigint generated always as identity primary key,
    key text not null,
    direction text not null,
    pid integer not null,
    asked_at timestamptz not null default clock_timestamp()
  );
  create table supplier_effects (key text primary key)`

const STEPS = 3
/** Steps last long enough to be killed before and after their effect. */
const HALF_STEP_MS = 300

const FAILS_AT = STEPS - 1

type UndoContext = Pick<StepContext, 'key' | 'signal'>

/** A task that succeeds, and one whose last step fails after its effect, so that everything is undone. */
export const supplierTasks = ({ pool }: Database, wait: (milliseconds: number) => Promise<void>): TaskDefinition[] => {
  const ask = (key: string, direction: 'forward' | 'back') =>
    pool.query('insert into supplier_requests (key, direction, pid) values ($1, $2, $3)', [key, direction, process.pid])

  const run = async ({ key }: StepContext): Promise<void> => {
    await ask(key, 'forward')
    await wait(HALF_STEP_MS)
    await pool.query('insert into supplier_effects (key) values ($1) on conflict do nothing', [key])
    await wait(HALF_STEP_MS)
  }
  const undo = async ({ key }: UndoContext): Promise<void> => {
    await ask(key, 'back')
    await wait(HALF_STEP_MS)
    await pool.query('delete from supplier_effects where key = $1', [key])
    await wait(HALF_STEP_MS)
  }
  const step = (index: number, isFailing: boolean): TaskStep => ({
    name: `第 ${index + 1} 步`,
    weight: 1,
    undo,
    run: async (context) => {
      await run(context)
      if (isFailing && index === FAILS_AT) throw new Error('as the experiment wants it')
    },
  })
  const kind = (name: TaskDefinition['kind'], isFailing: boolean): TaskDefinition =>
    defineTask({
      kind: name,
      deadlineMs: 30 * 60_000,
      undoMs: 10 * 60_000,
      steps: Array.from({ length: STEPS }, (_, index) => step(index, isFailing)),
      describeFailure: () => '没有做成',
    })
  return [kind('deepClean', false), kind('clean', true)]
}
