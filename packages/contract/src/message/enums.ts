export const MessageType = { notice: 1, renewalReminder: 2, deviceTransfer: 3, deviceCreation: 4, system: 5 } as const
export type MessageType = (typeof MessageType)[keyof typeof MessageType]
