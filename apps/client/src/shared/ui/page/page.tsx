import { requiresLogin } from '@yunji/contract/pages'
import { type PropsWithChildren, type ReactNode, useEffect, useLayoutEffect } from 'react'
import { leaveClosedPage } from '../../navigation/go-to-login.ts'
import { type ClientRoute, pageTitle } from '../../navigation/page-title.ts'
import { isTabPath } from '../../navigation/tabs.ts'
import { chromeVariables } from '../../platform/page/chrome'
import { currentPage, showTitle, usePageOnTop } from '../../platform/page/page-lifecycle.ts'
import { session, useIsLoggedIn } from '../../session/session.ts'
import { usePageTheme } from '../../theme/page-theme'
import { classes } from '../classes.ts'
import { Box } from '../elements/elements'
import { Overlays } from '../overlay/overlays.tsx'
import { CrashGuard } from '../status/crash-guard.tsx'
import styles from './page.module.css'
import { TabBar } from './tab-bar'
import { TitleBar } from './title-bar.tsx'
import { UpdateNotice } from './update-notice.tsx'

interface PageProps extends PropsWithChildren {
  readonly route: ClientRoute
  /** Overrides the page's title. */
  readonly title?: string
  /** The content begins with the title as its heading: the title bar leaves it out. */
  readonly hasOwnHeading?: boolean
  /** Opposite to the back button. */
  readonly action?: ReactNode
  /** Replaces the title bar. */
  readonly header?: ReactNode
  /** Stays at the bottom of the screen: see `BottomBar`. */
  readonly footer?: ReactNode
  readonly isWhite?: boolean
  /** Opens a closed page without a login; the page has another credential. */
  readonly isAdmitted?: boolean
}

/** Frame of every page: title bar, tab bar, overlays, and the login check of a closed page. */
export function Page(props: PageProps) {
  const {
    route,
    title = pageTitle(route),
    hasOwnHeading,
    action,
    header,
    footer,
    isWhite,
    isAdmitted,
    children,
  } = props
  const path = `/pages/${route}`
  const isTab = isTabPath(path)
  const isFullScreen = route === 'webView/web_instance'
  const isVisible = usePageOnTop()
  const theme = usePageTheme(isTab, isVisible)
  const isLoggedIn = useIsLoggedIn()
  const mustLeave = !isLoggedIn && !isAdmitted && requiresLogin(path)

  useEffect(() => {
    if (isVisible) showTitle(title)
  }, [isVisible, title])

  // Before the page is painted: a dialog that waits for it is drawn with it (`openWithPage`).
  useLayoutEffect(() => {
    if (!isVisible) return
    currentPage.setState({ path })
    if (isTab) session.store.setState({ curTabPath: path })
  }, [isVisible, isTab, path])

  useEffect(() => {
    if (isVisible && mustLeave) void leaveClosedPage(path)
  }, [isVisible, mustLeave, path])

  return (
    <Box className={classes(theme, styles.page, isWhite && styles.white)} style={chromeVariables}>
      {header ?? <TitleBar route={route} title={hasOwnHeading ? '' : title} action={action} isWhite={isWhite} />}
      <Box as="main" className={classes(styles.main, (isTab || Boolean(footer)) && styles.aboveBar)}>
        {!mustLeave && <CrashGuard>{children}</CrashGuard>}
      </Box>
      {!mustLeave && footer && (
        <Box as="section" label="页面操作" className={classes(styles.footer, isTab && styles.aboveTabs)}>
          {footer}
        </Box>
      )}
      {isTab && <TabBar current={route} />}
      {isVisible && <Overlays />}
      {isVisible && !isFullScreen && <UpdateNotice />}
    </Box>
  )
}
