import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { childrenOf, cpuSecondsOfTree, isAlive, parentOf, signalIfAlive } from './process-table.ts'

test('sees a child, counts its work, and sees that it has gone', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  const pid = child.pid ?? 0
  expect(parentOf(pid)).toBe(process.pid)
  expect(childrenOf(process.pid)).toContain(pid)
  await eventually(() => expect(cpuSecondsOfTree(pid)).toBeGreaterThan(0.1))
  expect(cpuSecondsOfTree(process.pid)).toBeGreaterThan(cpuSecondsOfTree(pid))
  signalIfAlive(pid, 'SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(false)
  expect(() => signalIfAlive(pid, 'SIGKILL')).not.toThrow()
})
