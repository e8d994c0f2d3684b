import { linkTo, type Templates } from './format.ts'

const ticket = (ticketId: number) => ({
  link: linkTo('CustomerService/index', { view: 'ticket', ticketId }),
  linkText: '查看工单',
})

export const serviceTemplates: Templates<'ticketAnswered' | 'ticketClosed'> = {
  ticketAnswered: ({ ticketId, title, content, isQuestion }) => ({
    title: isQuestion ? '客服需要你补充信息' : '客服回复了你的工单',
    content: `「${title}」：${content}`,
    summary: isQuestion ? `工单「${title}」需要你补充信息` : `工单「${title}」有新回复`,
    ...ticket(ticketId),
  }),
  ticketClosed: ({ ticketId, title, isByTime }) => ({
    title: '工单已关闭',
    content: isByTime
      ? `「${title}」回复后 7 天没有新的消息，已自动关闭。问题没有解决时，7 天内可以重新打开。`
      : `「${title}」已由客服关闭。问题没有解决时，7 天内可以重新打开。`,
    summary: `工单「${title}」已关闭`,
    ...ticket(ticketId),
  }),
}
