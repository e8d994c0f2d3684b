import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIdleLogOut } from '../session/log-out.ts'
import { useSelf } from '../session/self.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { LeaveGuard } from '../ui/overlays.tsx'
import { Empty } from '../ui/states.tsx'
import { areas, areasFor, isAllowed } from './areas.ts'
import { CommandBar } from './command-bar.tsx'
import { OperatorMenu } from './operator-menu.tsx'
import styles from './shell.module.css'
import { WaitingMenu } from './waiting-menu.tsx'

/** Side bar, header and the page. */
export function Shell() {
  const { rights } = useSelf()
  useIdleLogOut()
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') || '/' })
  const shown = areasFor(rights)
  const page = areas.flatMap((area) => area.pages).find((candidate) => candidate.path === path)
  const area = shown.find(({ pages }) => pages.some((candidate) => candidate.path === path))
  const title = page?.title ?? '运营后台'
  useEffect(() => {
    document.title = `${title} · 云机运营后台`
  }, [title])
  return (
    <div className={styles.shell}>
      <LeaveGuard />
      <a className={styles.skip} href="#content">
        跳到内容
      </a>
      <aside className={styles.side}>
        <div className={styles.brand}>
          <img src="/console/logo.svg" alt="" width="32" height="32" />
          <span>
            <strong>云机</strong>
            <small>运营后台</small>
          </span>
        </div>
        <nav className={styles.nav} aria-label="主菜单">
          {shown.map(({ title: name, icon, pages }) => (
            <Link
              key={name}
              to={pages[0]?.path ?? '/'}
              className={classes(styles.link, area?.title === name && styles.current)}
              aria-current={area?.title === name ? 'page' : undefined}
            >
              <Icon name={icon} />
              {name}
            </Link>
          ))}
        </nav>
      </aside>
      <div className={styles.main}>
        <header className={styles.header}>
          <h1 className={styles.title}>{title}</h1>
          <CommandBar />
          <WaitingMenu />
          <OperatorMenu />
        </header>
        {area && area.pages.length > 1 && (
          <nav className={styles.tabs} aria-label={area.title}>
            {area.pages.map(({ path: to, title: name }) => (
              <Link key={to} to={to} className={classes(styles.tab, to === path && styles.currentTab)}>
                {name}
              </Link>
            ))}
          </nav>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          {page && !isAllowed(page, rights) ? (
            <Empty title="没有权限" hint={`你的角色不能打开「${page.title}」，需要时请联系所有者。`} icon="lock" />
          ) : (
            <Outlet />
          )}
        </main>
      </div>
    </div>
  )
}
