import { expect, test } from 'vitest'
import { LONG_TIMEOUT, useRunningClient } from './running-client.ts'

const client = useRunningClient()
const LIGHT = 'rgb(244, 246, 249)'
const DARK = 'rgb(15, 18, 24)'

const ground = () =>
  client()
    .page.locator('.weapp-frame[current] [class*="page-module__page"]')
    .evaluate((element) => getComputedStyle(element).backgroundColor)
const tabBar = () =>
  client()
    .page.locator('.weapp-tabs')
    .evaluate((element) => getComputedStyle(element).backgroundColor)

test('follows WeChat, and then the choice of the user', async () => {
  await client().page.emulateMedia({ colorScheme: 'dark' })
  await client().start('pages/Home/user')
  await client().waitForText('外观')
  await expect.poll(ground, LONG_TIMEOUT).toBe(DARK)
  expect(await tabBar()).toBe('rgb(25, 29, 37)')
  await client().tap('text=外观')
  await client().tap('text=/^浅色$/')
  await expect.poll(ground, LONG_TIMEOUT).toBe(LIGHT)
  await expect.poll(tabBar, LONG_TIMEOUT).toBe('rgb(255, 255, 255)')
  await client().start('pages/Home/user')
  await expect.poll(ground, LONG_TIMEOUT).toBe(LIGHT)
  expect(client().errors).toEqual([])
})
