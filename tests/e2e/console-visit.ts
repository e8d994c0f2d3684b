import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import type { BrowserContext, Page } from 'playwright-core'
import { addOperator } from '../security/operator-matrix.ts'
import type { useRunningSystem } from './running-system.ts'
import { LONG_TIMEOUT, type Visit } from './visit.ts'

/** Opens the console for operators who are logged in; each has one browser through the file. */
export const createConsole = (system: ReturnType<typeof useRunningSystem>, viewport = { width: 1280, height: 800 }) => {
  const browsers = new Map<string, Promise<BrowserContext>>()
  const open = async (name: string, role: OperatorRole): Promise<BrowserContext> => {
    const token = await addOperator(system.databaseUrl(), name, role)
    const context = await system.lastingContext({ viewport })
    await context.addInitScript((stored) => sessionStorage.setItem('operatorToken', stored), token)
    return context
  }
  return async (path: string, role: OperatorRole = 'owner', name = `${role}.one`): Promise<Visit> => {
    const browser = browsers.get(name) ?? open(name, role)
    browsers.set(name, browser)
    const visit = await system.visitIn(await browser)
    await visit.page.goto(`/console${path}`)
    return visit
  }
}

/** Opens a page of the console by its area and its title, without loading the console again. */
export const openByMenu = async (page: Page, area: string, title: string): Promise<void> => {
  const linkOf = (menu: string, name: string) =>
    page.getByRole('navigation', { name: menu, exact: true }).getByRole('link', { name, exact: true })
  await linkOf('主菜单', area).click(LONG_TIMEOUT)
  await linkOf(area, title).click(LONG_TIMEOUT)
  await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor(LONG_TIMEOUT)
}
