import type { ArticleRecord, ServiceContact } from '@yunji/contract/service/schema'
import { useState } from 'react'
import { showToast } from '../../shared/feedback/toast.ts'
import { articlePath, newTicketPath, ticketsPath } from '../../shared/navigation/service-paths.ts'
import { copyText } from '../../shared/platform/clipboard'
import { callPhone, openOutside } from '../../shared/platform/outside'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { Dot } from '../../shared/ui/badge/badge.tsx'
import { Button } from '../../shared/ui/button/button.tsx'
import { Card } from '../../shared/ui/card/card.tsx'
import { Cell } from '../../shared/ui/card/cell.tsx'
import { Box, TextInput } from '../../shared/ui/elements/elements'
import { search } from '../../shared/ui/icon/controls.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { headset, phone as phoneIcon, ticket, user } from '../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../shared/ui/page/bottom-bar.tsx'
import { Page } from '../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../shared/ui/status/async.tsx'
import styles from './service.module.css'
import { useArticles, useContactWays, useSettled, useTickets } from './service.ts'

const copy = async (text: string): Promise<void> => {
  if (await copyText(text)) showToast('已复制', 'success')
  else showToast('没有复制成功，请长按选择')
}

/** Ways of contact that are set; without any there is no card. */
function ContactCard({ contact }: { readonly contact: ServiceContact }) {
  const { url, phone, wechat, workingHours, isOpenNow } = contact
  if (url === '' && phone === '' && wechat === '' && workingHours === '') return null
  return (
    <Card>
      {url !== '' && <Cell icon={headset} title="在线客服" onTap={() => openOutside(url)} />}
      {phone !== '' && <Cell icon={phoneIcon} title="客服电话" value={phone} onTap={() => callPhone(phone)} />}
      {wechat !== '' && (
        <Cell icon={user} title="客服微信" sub="点击复制微信号" value={wechat} onTap={() => void copy(wechat)} />
      )}
      {workingHours !== '' && (
        <Box className={styles.hours}>{`服务时间：${workingHours}${isOpenNow === false ? ' · 现在休息' : ''}`}</Box>
      )}
    </Card>
  )
}

/** Articles in the order of the server, under the name of their category. */
const byCategory = (articles: readonly ArticleRecord[]): readonly (readonly [string, readonly ArticleRecord[]])[] =>
  [...new Set(articles.map(({ category }) => category))].map((category) => [
    category,
    articles.filter((article) => article.category === category),
  ])

function Questions({ articles, isFound }: { readonly articles: readonly ArticleRecord[]; readonly isFound: boolean }) {
  const cell = ({ articleId, title }: ArticleRecord) => (
    <Cell key={articleId} title={title} to={articlePath(articleId)} />
  )
  if (isFound) return <Card title={`相关问题 ${articles.length}`}>{articles.map(cell)}</Card>
  return byCategory(articles).map(([category, some]) => (
    <Card key={category} title={category}>
      {some.map(cell)}
    </Card>
  ))
}

function OwnTickets() {
  const { rows } = useTickets()
  const isUnread = rows.some((row) => row.isUnread)
  return (
    <Card>
      <Cell
        icon={ticket}
        title="我的工单"
        value={
          isUnread ? (
            <Box className={styles.unread}>
              <Dot />
              有新回复
            </Box>
          ) : undefined
        }
        to={ticketsPath()}
      />
    </Card>
  )
}

const MAXIMUM_CHARACTERS = 50

export function ServiceHome() {
  const [text, setText] = useState('')
  const keyword = useSettled(text)
  const contact = useContactWays()
  const articles = useArticles(keyword)
  const isLoggedIn = useIsLoggedIn()
  return (
    <Page
      route="CustomerService/index"
      footer={
        <BottomBar>
          <Button to={newTicketPath()}>提交工单</Button>
        </BottomBar>
      }
    >
      <Box className={styles.page}>
        <Box className={styles.search}>
          <Icon of={search} size={20} />
          <TextInput
            className={styles.input}
            label="搜索常见问题"
            placeholder="搜索问题，如：退款、画面卡"
            maxLength={MAXIMUM_CHARACTERS}
            value={text}
            onChange={setText}
          />
        </Box>
        {keyword.trim() === '' && contact.isFetched && (
          <>
            {contact.data && <ContactCard contact={contact.data} />}
            {isLoggedIn ? (
              <OwnTickets />
            ) : (
              <Card>
                <Cell icon={ticket} title="我的工单" sub="登录不了时，可以用手机号验证" to={ticketsPath()} />
              </Card>
            )}
          </>
        )}
        <Async
          of={articles}
          loading={<RowsSkeleton rows={6} />}
          isReady={contact.isFetched}
          isEmpty={(data) => data.articles.length === 0}
          empty={
            <Box className={styles.none} role="status">
              {keyword.trim() === '' ? '暂时没有常见问题' : '没有找到相关问题，换个说法试试，或提交工单'}
            </Box>
          }
        >
          {(data) => <Questions articles={data.articles} isFound={keyword.trim() !== ''} />}
        </Async>
      </Box>
    </Page>
  )
}
