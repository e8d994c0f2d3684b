import { expect, test } from 'vitest'
import { waitingTotal } from './waiting.ts'

test('work that is a part of another kind is counted once', () =>
  expect(
    waitingTotal([
      { kind: 'tickets', count: 3, right: 'tickets.read' },
      { kind: 'overdueTickets', count: 2, right: 'tickets.read' },
      { kind: 'faultyDevices', count: 4, right: 'devices.read' },
      { kind: 'refusingPhones', count: 1, right: 'devices.read' },
    ]),
  ).toBe(7))
