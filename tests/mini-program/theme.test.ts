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

/** Names of the drawn icons; each of them has loaded. */
const icons = () =>
  client()
    .page.locator('.weapp-tabs img')
    .evaluateAll((images) =>
      images.map((image) =>
        (image as HTMLImageElement).naturalWidth > 0
          ? (image as HTMLImageElement).src.replace(/^.*\/([\w-]+)\.png.*$/, '$1')
          : 'broken',
      ),
    )

test('follows WeChat, and then the choice of the user', async () => {
  await client().page.emulateMedia({ colorScheme: 'dark' })
  await client().start('pages/Home/user')
  await client().waitForText('外观')
  await expect.poll(ground, LONG_TIMEOUT).toBe(DARK)
  expect(await tabBar()).toBe('rgb(25, 29, 37)')
  expect(await icons()).toEqual(['home-index-dark', 'home-create-dark', 'home-user-selected-dark'])
  await client().tap('text=外观')
  await client().tap('text=/^浅色$/')
  await expect.poll(ground, LONG_TIMEOUT).toBe(LIGHT)
  await expect.poll(tabBar, LONG_TIMEOUT).toBe('rgb(255, 255, 255)')
  await expect.poll(icons, LONG_TIMEOUT).toEqual(['home-index', 'home-create', 'home-user-selected'])
  await client().start('pages/Home/user')
  await expect.poll(ground, LONG_TIMEOUT).toBe(LIGHT)
  expect(client().errors).toEqual([])
})
