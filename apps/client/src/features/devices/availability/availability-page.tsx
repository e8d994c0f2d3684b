import {
  causeLabels,
  type Fault,
  faultLabels,
  lengthText,
  percentText,
  ruleText,
} from '@yunji/contract/devices/availability/rules'
import type { Availability, Interruption } from '@yunji/contract/devices/availability/schema'
import { formatDate } from '@yunji/contract/display/time'
import { useState } from 'react'
import { PullList } from '../../../shared/list/pull-list.tsx'
import { newTicketPath } from '../../../shared/navigation/service-paths.ts'
import { useMinute } from '../../../shared/platform/app/clock.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { Page } from '../../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noResults } from '../../../shared/ui/status/illustrations.ts'
import styles from './availability.module.css'
import { useAvailability, useInterruptions } from './availability.ts'

const tones: Readonly<Record<Fault, 'soon' | 'plain' | 'brand'>> = {
  ours: 'soon',
  customer: 'plain',
  support: 'plain',
  planned: 'brand',
}

function Summary({ availability }: { readonly availability: Availability }) {
  const { deviceName, lostSeconds, creditedSeconds, availableBasisPoints, rule } = availability
  const [isOpen, setOpen] = useState(false)
  return (
    <Card isPadded>
      <Box className={styles.row}>
        <Box as="h2" className={styles.name}>
          {deviceName}
        </Box>
        <Box className={styles.link}>
          <TextLink onTap={() => setOpen(true)}>补偿规则</TextLink>
        </Box>
      </Box>
      <Box className={styles.percent}>{percentText(availableBasisPoints)}</Box>
      <Box className={styles.faint}>最近 30 天可用，只计平台原因的中断</Box>
      <Box className={styles.facts}>
        <FactRow name="平台原因中断">{lostSeconds === 0 ? '无' : lengthText(lostSeconds)}</FactRow>
        <FactRow name="已补偿时长">{creditedSeconds === 0 ? '无' : lengthText(creditedSeconds)}</FactRow>
      </Box>
      <Sheet isOpen={isOpen} title="补偿规则" onClose={() => setOpen(false)}>
        <Box as="p" className={styles.rule}>
          {ruleText(rule)}
        </Box>
      </Sheet>
    </Card>
  )
}

/** Lines break between the parts only. */
const FIXED = '\u00a0'

/** The end of the same day has no date. */
const spanText = ({ startedAt, endedAt }: Interruption, nowMs: number): string => {
  const seconds = Math.max(0, ((endedAt ?? nowMs) - startedAt) / 1000)
  const from = formatDate(startedAt, 'MM/DD HH:mm')
  const to = endedAt === null ? '现在' : formatDate(endedAt, 'MM/DD HH:mm')
  const [day = ''] = from.split(' ')
  const end = to.startsWith(day) ? to.slice(day.length + 1) : to
  return [`${from} – ${end}`, lengthText(seconds)].map((part) => part.replaceAll(' ', FIXED)).join(' · ')
}

interface RowProps {
  readonly deviceId: number
  readonly interruption: Interruption
}

function InterruptionRow({ deviceId, interruption }: RowProps) {
  const nowMs = useMinute()
  const { interruptionId, cause, fault, endedAt, creditedSeconds, correction } = interruption
  return (
    <Box className={styles.interruption}>
      <Box className={styles.row}>
        <Box className={styles.cause}>{causeLabels[cause]}</Box>
        <Tag tone={tones[fault]}>{faultLabels[fault]}</Tag>
      </Box>
      <Box className={styles.row}>
        <Box className={styles.span}>
          {spanText(interruption, nowMs)}
          {correction !== '' && <Box className={styles.faint}>{`更正说明：${correction}`}</Box>}
        </Box>
        <Box className={styles.link}>
          <TextLink to={newTicketPath({ deviceId, interruptionId })}>有疑问</TextLink>
        </Box>
      </Box>
      {endedAt === null && <Box className={styles.credit}>进行中</Box>}
      {creditedSeconds > 0 && <Box className={styles.credit}>{`已补偿 ${lengthText(creditedSeconds)}`}</Box>}
    </Box>
  )
}

const none = <Empty illustration={noResults} title="没有中断记录" hint="云手机停止响应、重启、关机等会记录在这里" />

/** How much a phone was away, by whose fault, and what was given back for it. */
export function AvailabilityPage({ deviceId }: { readonly deviceId: number }) {
  const availability = useAvailability(deviceId)
  const list = useInterruptions(deviceId)
  useReturn(() => {
    void availability.refetch()
    void list.refresh()
  })
  return (
    <Page route="Device/availability">
      <Async of={availability} loading={<RowsSkeleton />}>
        {(data) => (
          <>
            <Box className={styles.summary}>
              <Summary availability={data} />
            </Box>
            <PullList list={list} className={styles.list} loading={<RowsSkeleton />} empty={none}>
              {(interruption) => <InterruptionRow deviceId={deviceId} interruption={interruption} />}
            </PullList>
          </>
        )}
      </Async>
    </Page>
  )
}
