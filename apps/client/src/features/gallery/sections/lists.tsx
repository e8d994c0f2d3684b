import { BackToTop } from '../../../shared/list/back-to-top.tsx'
import { ListFoot } from '../../../shared/list/list-foot.tsx'
import { byPage, byTime, type ListPage, type PageRequest } from '../../../shared/list/paging.ts'
import { PullIndicator } from '../../../shared/list/pull/pull-indicator.tsx'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Box, Tap } from '../../../shared/ui/elements/elements'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noMessages } from '../../../shared/ui/status/illustrations.ts'
import { type SampleRow, sampleList, sampleMessages } from '../samples/sample-lists.ts'
import type { GallerySection } from '../specimen.tsx'
import { Specimen } from '../specimen.tsx'
import styles from './lists.module.css'

const nothing = () => undefined
const rowKey = ({ id }: SampleRow) => id
const empty = <Empty illustration={noMessages} title="没有新消息" hint="到期提醒和任务结果会通知你" />
const skeleton = <RowsSkeleton />

function SampleCard({ name, round }: SampleRow) {
  return (
    <Card>
      <Tap className={styles.row} onTap={nothing}>
        <Box as="span" className={styles.name}>
          {name}
        </Box>
        <Box as="span" className={styles.note}>
          第 {round} 次读取
        </Box>
      </Tap>
    </Card>
  )
}

interface SampleListProps {
  readonly title: string
  readonly name: string
  readonly read: (request: PageRequest) => Promise<ListPage<SampleRow>>
}

function SampleList({ title, name, read }: SampleListProps) {
  const list = usePagedList({ key: ['gallery', name], read, paging: byPage, rowKey })
  return (
    <Specimen title={title} isWide>
      <Box id={`list-${name}`} className={styles.frame}>
        <PullList list={list} loading={skeleton} empty={empty}>
          {(row) => <SampleCard {...row} />}
        </PullList>
      </Box>
    </Specimen>
  )
}

const readMessages = sampleMessages(23)

function SampleMessages() {
  const list = usePagedList({ key: ['gallery', 'messages'], read: readMessages, paging: byTime, rowKey })
  return (
    <Specimen title="by the time of the first page" isWide>
      <Box id="list-messages" className={styles.frame}>
        <PullList list={list} loading={skeleton} empty={empty}>
          {(row) => <SampleCard {...row} />}
        </PullList>
      </Box>
    </Specimen>
  )
}

const readMany = sampleList(35)
const readTwo = sampleList(2)
const readNone = sampleList(0)
const readNever = () => new Promise<never>(nothing)
const readFailing = () => Promise.reject(new Error('this list fails'))

function Parts() {
  return (
    <>
      {(['pulling', 'ready', 'refreshing'] as const).map((phase) => (
        <Specimen key={phase} title={`pull: ${phase}`} isWide>
          <PullIndicator phase={phase} />
        </Specimen>
      ))}
      {(['loading', 'noMore', 'failed'] as const).map((end) => (
        <Specimen key={end} title={`end: ${end}`} isWide>
          <ListFoot end={end} onRetry={nothing} />
        </Specimen>
      ))}
      <Specimen title="back to top" isWide>
        <Box className={styles.corner}>
          <BackToTop onTap={nothing} />
        </Box>
      </Specimen>
    </>
  )
}

function Content() {
  return (
    <>
      <SampleList title="35 rows; the third page fails once" name="many" read={readMany} />
      <SampleMessages />
      <SampleList title="two rows: no word about the end" name="two" read={readTwo} />
      <SampleList title="empty" name="none" read={readNone} />
      <SampleList title="first load" name="never" read={readNever} />
      <SampleList title="first load failed" name="failing" read={readFailing} />
      <Parts />
    </>
  )
}

export const listsSection: GallerySection = { id: 'lists', title: '列表', Content }
