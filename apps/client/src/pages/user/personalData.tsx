import type { ReactNode } from 'react'
import { OwnProfile } from '../../features/accounts/profile/own-profile.tsx'
import { SecurityMenu } from '../../features/accounts/security/security-menu.tsx'
import { SessionList } from '../../features/accounts/sessions/session-list.tsx'
import { OwnVerification } from '../../features/accounts/verification/own-verification.tsx'
import { type PersonalView, personalViewOf, VIEW_PARAM } from '../../shared/navigation/page-paths.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'
import { Page } from '../../shared/ui/page/page.tsx'

interface View {
  /** Overrides the page's title. */
  readonly title?: string
  readonly content: ReactNode
}

const views: Readonly<Record<PersonalView, View>> = {
  profile: { content: <OwnProfile /> },
  security: { title: '账号与安全', content: <SecurityMenu /> },
  verification: { title: '实名认证', content: <OwnVerification /> },
  sessions: { title: '登录设备', content: <SessionList /> },
}

export default function UserPersonalDataPage() {
  const { title, content } = views[personalViewOf(usePageParams()[VIEW_PARAM])]
  return (
    <Page route="user/personalData" title={title}>
      {content}
    </Page>
  )
}
