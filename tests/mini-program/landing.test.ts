import { expect, test } from 'vitest'
import { demo, logIn, tapWhenReady, useRunningClient } from './running-client.ts'

const client = useRunningClient({ env: { YUNJI_PHONES: 'virtual' } })

test('a trial is looked at without a login, started with one, and opens its phone', async () => {
  const program = client()
  await program.start('pages/landing/play-trial/index')
  await program.waitForText('星海远征')
  await program.waitForText('登录后开始')
  await tapWhenReady(program, '立即试玩')
  await logIn(program, demo)
  await program.waitForPage('pages/webView/web_instance')
  expect(program.errors).toEqual([])
})

test('the download page says honestly that nothing is in the stores', async () => {
  const program = client()
  await program.start('pages/landing/play-trial/download')
  await program.waitForText('安装包还没有上架')
  expect(program.errors).toEqual([])
})
