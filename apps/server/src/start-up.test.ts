import { EmbeddedPostgresError } from '@yunji/embedded-postgres'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ConfigError } from './config/config.ts'
import { explainFailure, explainRefusal, runCommand } from './start-up.ts'

const systemError = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, ...(path && { path }) })

it.each([
  [systemError('EADDRINUSE', 'listen'), 'port 80 is in use'],
  [systemError('EACCES', 'listen'), 'port 80 needs more rights'],
  [systemError('EACCES', 'mkdir', '/data'), '/data is closed to this user'],
  [systemError('EACCES', 'scandir', '/data'), '/data is closed to this user'],
  [systemError('EPERM', 'chmod', '/data'), '/data is closed to this user'],
  [systemError('EROFS', 'open', '/data/x'), '/data/x is on a disk that cannot be written'],
  [systemError('EEXIST', 'mkdir', '/data'), '/data is not a folder'],
  [systemError('ENOSPC', 'write'), 'no space is left on the disk'],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), 'no space is left on the disk'],
  [new EmbeddedPostgresError('The folder is in use.'), 'The folder is in use.'],
  [new ConfigError('PORT is no number'), 'PORT is no number'],
  [new Error('outer', { cause: new Error('inner') }), 'outer: inner'],
])('a start that ends with %s says so in a sentence', (error, sentence) => {
  const explained = explainFailure(error, 80)
  expect(explained).toContain(sentence)
  expect(explained).not.toContain('\n')
})

it('an error that nobody at the terminal can mend keeps its stack', () => {
  expect(explainRefusal(new TypeError('x is not a function'))).toBeUndefined()
})

it('a command says in a sentence that its database does not answer', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    write.mockRestore()
    process.exitCode = undefined
  })
  await runCommand(() => Promise.reject(systemError('ECONNREFUSED', 'connect')))
  expect(write).toHaveBeenCalledWith('the database does not answer: ECONNREFUSED: connect\n')
  expect(process.exitCode).toBe(1)
})
