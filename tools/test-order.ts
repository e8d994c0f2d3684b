import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Fast projects first. */
const PROJECTS = ['unit', 'database', 'system', 'browser']

/** Slow files, the slowest first, so that none of them runs alone at the end. */
const LONGEST = [
  'tests/reliability/soak.test.ts',
  'apps/server/src/modules/messages/cut-off.db.test.ts',
  'apps/server/src/modules/devices/tasks/cut-off.db.test.ts',
  'apps/server/src/gateway/gateway.db.test.ts',
  'apps/server/src/modules/commerce/changes/changes.db.test.ts',
  'tests/reliability/phones.test.ts',
  'tests/e2e/gallery.test.ts',
  'tests/reliability/service.test.ts',
  'tests/security/short.test.ts',
  'tests/start/start.test.ts',
  'tests/e2e/flows.test.ts',
  'tests/e2e/buying.test.ts',
  'tests/e2e/customer-journey.test.ts',
  'packages/embedded-postgres/src/embedded-postgres.system.test.ts',
  'tests/e2e/home.test.ts',
  'tests/reliability/money.test.ts',
  'tests/e2e/layout.test.ts',
  'tests/e2e/forms-and-lists.test.ts',
  'tests/e2e/messages-and-tasks.test.ts',
  'tests/e2e/phone.test.ts',
  'tests/mini-program/buying.test.ts',
  'tests/e2e/wallet.test.ts',
  'tests/e2e/accounts.test.ts',
  'tests/e2e/login-methods.test.ts',
  'tests/e2e/every-route.test.ts',
  'tests/e2e/personal-data.test.ts',
  'tests/e2e/renewals.test.ts',
  'tests/e2e/security.test.ts',
  'packages/virtual-phone/src/main.system.test.ts',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return rank < 0 ? LONGEST.length : rank
}

const sortUsually = BaseSequencer.prototype.sort

const turnOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)

/** Orders files by project, slow files first. */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await sortUsually.call(this, files)
    return usual.toSorted((one, other) => turnOf(one) - turnOf(other) || rankOf(one) - rankOf(other))
  }
}
