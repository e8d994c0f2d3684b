import { messageTime } from '@yunji/contract/display/time'
import { ticketStateLabels } from '@yunji/contract/service/machine'
import { ticketKindLabels } from '@yunji/contract/service/rules'
import type { TicketRecord } from '@yunji/contract/service/schema'
import { PullList } from '../../shared/list/pull-list.tsx'
import { newTicketPath, ticketPath } from '../../shared/navigation/service-paths.ts'
import { useMinute } from '../../shared/platform/app/clock.ts'
import { useReturn } from '../../shared/platform/page/page-lifecycle.ts'
import { useIsLoggedIn } from '../../shared/session/session.ts'
import { Dot } from '../../shared/ui/badge/badge.tsx'
import { Tag } from '../../shared/ui/badge/tag.tsx'
import { Button } from '../../shared/ui/button/button.tsx'
import { TextLink } from '../../shared/ui/button/text-link.tsx'
import { Box, Tap } from '../../shared/ui/elements/elements'
import { Page } from '../../shared/ui/page/page.tsx'
import { RowsSkeleton } from '../../shared/ui/skeleton/skeleton.tsx'
import { Async } from '../../shared/ui/status/async.tsx'
import { Empty } from '../../shared/ui/status/empty.tsx'
import { noResults } from '../../shared/ui/status/illustrations.ts'
import { forgetContact, isFrozen, useContactTickets, useContactToken } from './contact.ts'
import { ContactProof } from './contact-proof.tsx'
import styles from './service.module.css'
import { useTickets } from './service.ts'
import { dueText, stateTones } from './ticket-text.ts'

const none = (
  <Empty illustration={noResults} title="还没有工单" hint="遇到问题时提交工单，回复会显示在这里">
    <Button size="medium" isNarrow to={newTicketPath()}>
      提交工单
    </Button>
  </Empty>
)

function TicketRow({ ticket }: { readonly ticket: TicketRecord }) {
  const nowMs = useMinute()
  const { ticketId, title, kind, state, isUnread, updatedAt } = ticket
  const due = dueText(ticket, nowMs)
  return (
    <Tap className={styles.ticket} to={ticketPath(ticketId)}>
      <Box className={styles.row}>
        {isUnread && <Dot />}
        <Box className={styles.title}>{title}</Box>
        <Tag tone={stateTones[state]}>{isUnread ? '有新回复' : ticketStateLabels[state]}</Tag>
      </Box>
      <Box className={styles.faint}>{`${ticketKindLabels[kind]} · ${messageTime(updatedAt, nowMs)}`}</Box>
      {due && <Box className={styles.faint}>{due}</Box>}
    </Tap>
  )
}

function ContactList({ contactToken }: { readonly contactToken: string }) {
  const tickets = useContactTickets(contactToken)
  return (
    <Async of={tickets} loading={<RowsSkeleton />} isEmpty={({ records }) => records.length === 0} empty={none}>
      {({ records }) => (
        <Box>
          {records.map((ticket) => (
            <TicketRow key={ticket.ticketId} ticket={ticket} />
          ))}
        </Box>
      )}
    </Async>
  )
}

function OwnList({ list }: { readonly list: ReturnType<typeof useTickets> }) {
  useReturn(() => void list.refresh())
  return (
    <PullList list={list} className={styles.list} loading={<RowsSkeleton />} empty={none}>
      {(ticket) => <TicketRow ticket={ticket} />}
    </PullList>
  )
}

/** Tickets of the account, or of a number that was proved. */
export function TicketList() {
  const isLoggedIn = useIsLoggedIn()
  const list = useTickets()
  const contactToken = useContactToken()
  const isContact = !isLoggedIn || isFrozen(list.query.error)
  return (
    <Page
      route="CustomerService/index"
      title="我的工单"
      action={
        isContact && contactToken ? (
          <TextLink tone="ink" onTap={forgetContact}>
            换个号码
          </TextLink>
        ) : undefined
      }
    >
      {isContact ? (
        <Box className={styles.page}>
          {contactToken ? <ContactList contactToken={contactToken} /> : <ContactProof />}
        </Box>
      ) : (
        <OwnList list={list} />
      )}
    </Page>
  )
}
