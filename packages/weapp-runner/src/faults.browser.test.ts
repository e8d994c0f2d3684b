import { expect, test } from 'vitest'
import { journalOf, LONG_TIMEOUT, useFixtureProgram } from './testing/fixture-program.ts'

const start = useFixtureProgram({ origin: 'http://server.test' })
const openFaults = () => start('pages/faults/index')

test.each([
  ['throwInHandler', 'handler broke'],
  ['rejectPromise', 'nobody caught this'],
  ['setFunction', 'setData of pages/faults/index: note.call is a function'],
  ['setTooMuch', 'the limit is 1048576'],
  ['useText', 'mini-programs cannot build functions from text'],
  ['useMissingApi', 'wx.scanCode: the runner has no such interface'],
  ['useMissingTag', '<video>: this built-in component does not exist'],
  ['callRelative', 'is not a full address'],
])('%s is recorded as an error', async (button, message) => {
  const program = await openFaults()
  await program.tap(`#${button}`)
  await expect.poll(() => program.errors, LONG_TIMEOUT).toEqual([expect.stringContaining(message)])
})

test('a page whose script breaks is not opened, and both facts are recorded', async () => {
  const program = await start()
  await expect(program.navigate('navigateTo', '/broken/index')).rejects.toThrow('has not been registered')
  expect(program.errors).toEqual([expect.stringContaining('broken/index.js: Error: script broke')])
  expect(await program.pages()).toMatchObject([{ path: 'pages/home/index' }])
})

test('an error reaches the program’s own handler', async () => {
  const program = await openFaults()
  await program.tap('#throwInHandler')
  await expect
    .poll(() => journalOf(program), LONG_TIMEOUT)
    .toContainEqual(expect.stringMatching(/^app error .*handler broke/))
})

test('the program does not see the browser', async () => {
  const program = await openFaults()
  await program.tap('#useBrowser')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('undefined,undefined,undefined,undefined,undefined')
})

test('a request reaches the server of the given origin', async () => {
  const program = await openFaults()
  await program.page.unrouteAll()
  await program.page.route('http://server.test/echo', async (route) => {
    const request = route.request()
    const { token, 'content-type': type } = request.headers()
    await route.fulfill({ status: 201, json: { method: request.method(), body: request.postDataJSON(), token, type } })
  })
  await program.tap('#call')
  await expect
    .poll(() => program.text(), LONG_TIMEOUT)
    .toContain('201 {"method":"POST","body":{"a":1},"token":"t","type":"application/json"}')
})

test('a request that fails says so', async () => {
  const program = await openFaults()
  await program.page.unrouteAll()
  await program.page.route('http://server.test/echo', (route) => route.abort())
  await program.tap('#call')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('request:fail')
  await program.waitForRequests()
  expect(program.errors).toEqual([])
})

test('an interface that a browser cannot have answers what the test fixed', async () => {
  const program = await openFaults()
  await program.answer('requestPayment', { errMsg: 'requestPayment:fail cancel' })
  await program.tap('#pay')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('requestPayment:fail cancel')
  await program.answer('requestPayment', {})
  await program.tap('#pay')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('paid')
  expect(program.errors).toEqual([])
})

test('findings of the packer count as errors', async () => {
  const program = await openFaults()
  expect(program.findings).toEqual([])
  await program.storage.write('token', { a: 1 })
  expect(await program.storage.read()).toEqual({ token: { a: 1 } })
})
