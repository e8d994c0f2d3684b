import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../command.ts'
import { committedDurations, type DurationOf, expectDurations } from './runs.ts'

/** Fast projects first. */
const PROJECTS = ['unit', 'database', 'system', 'extended', 'browser']

const fileOf = ({ moduleId }: TestSpecification): string => path.relative(root, moduleId)
const turnOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)
const byName = (one: TestSpecification, other: TestSpecification) => (one.moduleId < other.moduleId ? -1 : 1)

const longestFirst = (files: readonly TestSpecification[], durationOf: DurationOf) => {
  const secondsOf = (file: TestSpecification) => durationOf(fileOf(file), file.project.name)
  return files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || byName(one, other))
}

/**
 * Orders files by project and the longest first, as measured in earlier runs, so that none begins last and runs on
 * alone. A project does not wait for the end of the one before.
 */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(files, expectDurations()).toSorted((one, other) => turnOf(one) - turnOf(other))
  }

  /** Equal shares of each project; every shard comes to the same ones, which is why only committed durations count. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {}
    const durationOf = committedDurations()
    return shareOut(longestFirst(files, durationOf), count, (file) => ({
      group: file.project.name,
      seconds: durationOf(fileOf(file), file.project.name),
    }))[index - 1] as TestSpecification[]
  }
}

/** Gives each item, the longest first, to the share that has the least of its group, then the least of all. */
export function shareOut<Item>(
  items: readonly Item[],
  count: number,
  describe: (item: Item) => { group: string; seconds: number },
): Item[][] {
  const shares = Array.from({ length: count }, () => ({
    items: [] as Item[],
    all: 0,
    groups: new Map<string, number>(),
  }))
  for (const item of items) {
    const { group, seconds } = describe(item)
    const ofGroup = (share: (typeof shares)[number]) => share.groups.get(group) ?? 0
    const [least] = shares.toSorted((one, other) => ofGroup(one) - ofGroup(other) || one.all - other.all)
    if (!least) continue
    least.items.push(item)
    least.all += seconds
    least.groups.set(group, ofGroup(least) + seconds)
  }
  return shares.map((share) => share.items)
}
