import { linkTo, say, type Templates } from './format.ts'

const ticket = (ticketId: number) => ({
  link: linkTo('CustomerService/index', { view: 'ticket', ticketId }),
  linkText: '查看工单',
})

export const serviceTemplates: Templates<'ticketAnswered' | 'ticketClosed'> = {
  ticketAnswered: ({ ticketId, title, content, isQuestion }) => ({
    variant: isQuestion ? 'question' : undefined,
    title: isQuestion ? '客服需要你补充信息' : '客服回复了你的工单',
    content: say`「${['工单', title]}」：${['回复', content]}`,
    summary: isQuestion ? say`工单「${['工单', title]}」需要你补充信息` : say`工单「${['工单', title]}」有新回复`,
    ...ticket(ticketId),
  }),
  ticketClosed: ({ ticketId, title, isByTime }) => ({
    variant: isByTime ? 'byTime' : undefined,
    title: '工单已关闭',
    content: isByTime
      ? say`「${['工单', title]}」回复后 7 天没有新的消息，已自动关闭。问题没有解决时，7 天内可以重新打开。`
      : say`「${['工单', title]}」已由客服关闭。问题没有解决时，7 天内可以重新打开。`,
    summary: say`工单「${['工单', title]}」已关闭`,
    ...ticket(ticketId),
  }),
}
