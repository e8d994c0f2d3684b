import { expect, test } from 'vitest'
import { demo, LONG_TIMEOUT, logIn, useRunningClient } from './running-client.ts'

const client = useRunningClient()

test('logging in, seeing oneself, starting the program again, and logging out', async () => {
  const program = client()
  await program.page.getByRole('tab', { name: '我的' }).tap()
  await program.tap('text=点击登录')
  await logIn(program)
  await program.waitForPage('pages/Home/user')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain(demo.maskedPhone)

  await program.start('pages/Home/user')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain(demo.maskedPhone)
  const { token } = await program.storage.read()
  expect(token).toEqual(expect.any(String))

  await program.tap('text=/^退出登录$/')
  await program.tap('text=/^退出$/')
  await expect.poll(() => program.text(), LONG_TIMEOUT).toContain('点击登录')
  expect(await program.text()).not.toContain(demo.maskedPhone)
  expect(JSON.stringify(await program.storage.read())).not.toContain(token)
  await program.tap('text=点击登录')
  await program.waitForPage('pages/login/login')
  const number = program.find('placeholder=请输入手机号').locator('input')
  await expect.poll(() => number.inputValue(), LONG_TIMEOUT).toBe('138 0013 8000')
  expect(program.errors).toEqual([])
})

test('a wrong password is said, and nobody is logged in', async () => {
  const program = client()
  await program.start('pages/login/login')
  await logIn(program, { phone: demo.phone, password: 'wrong2026' })
  await program.waitForText('手机号或密码不正确')
  await program.waitForRequests()
  expect((await program.currentPage()).path).toBe('pages/login/login')
  expect(program.errors).toEqual([])
})
