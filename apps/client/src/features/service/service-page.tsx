import type { PageParams } from '../../shared/navigation/params-of.ts'
import {
  articleIdOf,
  serviceViewOf,
  ticketIdOf,
  ticketKindOf,
  ticketSubjectOf,
} from '../../shared/navigation/service-paths.ts'
import { ArticleView } from './article-view.tsx'
import { NewTicketView } from './new-ticket.tsx'
import { ServiceHome } from './service-home.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketView } from './ticket-view.tsx'

/** The specification has one route for customer service; the query says which view. */
export function ServicePage({ params }: { readonly params: PageParams }) {
  switch (serviceViewOf(params)) {
    case 'article':
      return <ArticleView articleId={articleIdOf(params)} />
    case 'new':
      return <NewTicketView subject={ticketSubjectOf(params)} kind={ticketKindOf(params)} />
    case 'tickets':
      return <TicketList />
    case 'ticket':
      return <TicketView ticketId={ticketIdOf(params)} />
    case undefined:
      return <ServiceHome />
  }
}
