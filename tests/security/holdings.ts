import { withClient } from '@yunji/testkit/with-client'

/** In every text of the owner but the name of the device, which grantees see. */
export const SECRET = '秘密字样'
export const DEVICE_NAME = '可见的设备名'

export interface Holdings {
  /** Ids of the owner's things, by the field of a call that takes one. */
  readonly ids: Readonly<Record<string, number | string>>
  /** A product that anybody may buy. */
  readonly productId: number
  readonly grant: (granteeId: number, access: 'view' | 'control', lasts: string) => Promise<unknown>
}

const MISSING = 987_654_321

/** Ids of the same form that nobody has. */
export const missing = (ids: Holdings['ids']): Holdings['ids'] =>
  Object.fromEntries(
    Object.entries(ids).map(([field, id]) => [
      field,
      typeof id === 'number' ? MISSING : id.replaceAll(/[0-9a-z]/g, '9'),
    ]),
  )

/** One thing of every kind that a customer owns, with a device that rests. */
export const addHoldings = async (url: string, userId: number): Promise<Holdings> => {
  /** Returns the first column of the first row. */
  const insert = (text: string, values: readonly unknown[] = []): Promise<number> =>
    withClient(url, async (client) => {
      const { rows } = await client.query({ text, values: [...values], rowMode: 'array' })
      return Number(rows[0]?.[0] ?? 0)
    })
  await insert(`update users set name = $2 where id = $1`, [userId, SECRET])
  const zoneId = await insert(`insert into zones (code, name, created_at) values ('rights', '区', now()) returning id`)
  const productId = await insert(
    `with good as (insert into goods (goods_level, name, created_at) values (1, '云手机', now()) returning id),
       config as (
         insert into goods_configurations (good_id, cpu_cores, memory_gb, storage_gb, version, image_types, supplier_type)
         select id, 4, 4, 64, '10/B', '{1}', 7 from good returning id
       )
     insert into billable_products (config_id, good_time_hours, price_cents) select id, 720, 1800 from config returning id`,
  )
  const groupId = await insert(
    `insert into device_groups (user_id, name, created_at) values ($1, $2, now()) returning id`,
    [userId, SECRET],
  )
  // Stopped and switched off, so that nobody looks after its phone.
  const addDevice = () =>
    insert(
      `insert into devices (owner_id, group_id, zone_id, name, note, goods_level, version, supplier_type, phone_id,
         config_id, product_id, buttons, expires_at, state, is_power_on, created_at)
       select $1, $2, $3, $6, $4, 1, '10/B', 7, gen_random_uuid()::text, config_id, id, '{1,2,3,4}',
         now() + interval '20 days', 'stopped', false, now() from billable_products where id = $5 returning id`,
      [userId, groupId, zoneId, SECRET, productId, DEVICE_NAME],
    )
  const [deviceId, transferredId] = [await addDevice(), await addDevice()]
  await insert(`insert into device_tags (device_id, tag) values ($1, $2)`, [deviceId, SECRET])
  const taskId = await insert(
    `with task as (
       insert into tasks (owner_id, kind, state, subject, created_at, deadline_at, ended_at)
       values ($1, 'clean', 'failed', $3, now(), now(), now()) returning id
     )
     insert into task_parts (task_id, device_id, device_name, device_state_count, device_state_before, state, reason,
       deadline_at, ended_at)
     select id, $2, $3, 1, 'running', 'failed', $3, now(), now() from task returning task_id`,
    [userId, deviceId, SECRET],
  )
  const orderId = await insert(
    `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, created_at, expires_at)
     values ($1, 'buy', $2, 'pending', '[]', 100, 100, '{}', now(), now() + interval '1 day') returning id`,
    [userId, SECRET],
  )
  const couponId = await insert(
    `with template as (
       insert into coupon_templates (name, terms, created_at)
       values ($2, '{"couponType":2,"parValue":100,"conditionsUse":0,"businessType":1}', now()) returning id, terms
     )
     insert into coupons (template_id, user_id, name, terms, received_at)
     select id, $1, $2, terms, now() from template returning id`,
    [userId, SECRET],
  )
  await insert(`insert into message_counts (user_id, creation, last_message_at) values ($1, 1, now())`, [userId])
  const messageId = await insert(
    `with told as (
       insert into outbox (key, event, user_id, facts, created_at, delivered_at)
       values ('rights-told', 'deviceReady', $1, '{}', now(), now()) returning id
     )
     insert into messages (user_id, outbox_id, event, message_type, counter, title, created_at)
     select $1, id, 'deviceReady', 2, 'creation', $2, now() from told returning id`,
    [userId, SECRET],
  )
  const grantId = await insert(
    `insert into device_grants (device_id, grantee_phone, access, state, expires_at, created_at)
     values ($1, '19099999999', 'view', 'waiting', now() + interval '1 day', now()) returning id`,
    [deviceId],
  )
  const shareId = await insert(
    `with guest as (insert into users (name, is_guest, created_at) values ('访客', true, now()) returning id)
     insert into device_shares (device_id, owner_id, guest_id, secret_hash, code_hash, created_at)
     select $1, $2, id, sha256('rights-secret'), sha256('rights-code'), now() from guest returning id`,
    [deviceId, userId],
  )
  const transferId = await insert(
    `with sent as (
       insert into device_transfers (from_user_id, to_phone, created_at, expires_at)
       values ($1, '19099999998', now(), now() + interval '1 day') returning id
     )
     insert into device_transfer_items (transfer_id, device_id, device_name, goods_level)
     select id, $2, $3, 1 from sent returning transfer_id`,
    [userId, transferredId, SECRET],
  )
  const sessionId = await insert(
    `insert into sessions (token_hash, user_id, created_at, renewed_at, expires_at, device_name, address)
     values (sha256('rights'), $1, now(), now(), now() + interval '1 day', $2, '192.0.2.1') returning id`,
    [userId, SECRET],
  )
  const scheduleId = await insert(
    `with schedule as (
       insert into device_schedules (owner_id, kind, app_name, target, repeat, run_time, created_at)
       values ($1, 'reboot', $3, 'devices', 'daily', '04:00', now()) returning id
     )
     insert into device_schedule_devices (schedule_id, device_id) select id, $2 from schedule returning schedule_id`,
    [userId, deviceId, SECRET],
  )
  const backupId = await insert(
    `insert into backups (user_id, device_id, device_name, state, origin, note, reason, part_id, attempt, created_at)
     values ($1, $2, $3, 'failed', 'manual', $3, $3, 1, 1, now()) returning id`,
    [userId, deviceId, SECRET],
  )
  const fileId = 'ab'.repeat(16)
  await insert(
    `insert into app_files (id, user_id, name, size_bytes, is_complete, created_at) values ($2, $1, $3, 9, true, now())`,
    [userId, fileId, SECRET],
  )
  await insert(
    `with content as (
       insert into space_objects (id, user_id, content_hash, size_bytes, counted_as)
       values (md5('content'), $1, repeat('ab', 32), 9, 'file') returning id, user_id
     )
     insert into space_files (id, user_id, object_id, name, kind, created_at)
     select $2, user_id, id, $3, 'picture', now() from content`,
    [userId, fileId, SECRET],
  )
  const pictureId = 'cd'.repeat(16)
  await insert(`insert into verification_pictures (id, user_id, size_bytes, created_at) values ($2, $1, 9, now())`, [
    userId,
    pictureId,
  ])
  const ticketId = await insert(
    `with ticket as (
       insert into service_tickets (user_id, kind, title, state, context, created_at, updated_at)
       values ($1, 'other', $2, 'answered', jsonb_build_object('order', jsonb_build_object('title', $2::text)), now(), now())
       returning id
     )
     insert into service_replies (ticket_id, author, content, created_at)
     select id, 'customer', $2, now() from ticket returning ticket_id`,
    [userId, SECRET],
  )
  const attachmentId = 'ef'.repeat(16)
  await insert(
    `insert into service_pictures (id, user_id, type, size_bytes, created_at) values ($2, $1, 'png', 9, now())`,
    [userId, attachmentId],
  )
  const titleId = await insert(
    `insert into invoice_titles (user_id, kind, name, created_at, updated_at)
     values ($1, 'personal', $2, now(), now()) returning id`,
    [userId, SECRET],
  )
  const invoiceId = await insert(
    `insert into invoices (user_id, state, amount_cents, title, invoice_number, reason, pdf_bytes, created_at, updated_at,
       issued_at)
     values ($1, 'issued', 100, jsonb_build_object('kind', 'personal', 'name', $2::text), '12345678', $2, 9, now(), now(),
       now()) returning id`,
    [userId, SECRET],
  )
  const interruptionId = await insert(
    `insert into device_interruptions (device_id, owner_id, zone_id, cause, fault, started_at, ended_at, settled_at,
       correction)
     values ($2, $1, $3, 'zone', 'ours', now(), now(), now(), $4) returning id`,
    [userId, deviceId, zoneId, SECRET],
  )
  // Of no operator: a periodic job ends the views of one who is not logged in.
  const supportViewId = await insert(
    `insert into support_views (device_id, owner_id, operator_name, reason, minutes, requested_at, ends_at)
     values ($2, $1, 'no operator', $3, 15, now(), now() + interval '1 day') returning id`,
    [userId, deviceId, SECRET],
  )
  return {
    productId,
    ids: {
      deviceId,
      deviceIds: deviceId,
      ids: deviceId,
      groupId,
      groupIds: groupId,
      taskId,
      orderId,
      couponId,
      messageId,
      messageIds: messageId,
      grantId,
      shareId,
      supportViewId,
      transferId,
      scheduleId,
      backupId,
      sessionId,
      fileId,
      fileIds: fileId,
      pictureIds: pictureId,
      ticketId,
      attachmentIds: attachmentId,
      titleId,
      invoiceId,
      interruptionId,
      orderIds: orderId,
    },
    grant: (granteeId, access, lasts) =>
      insert(
        `insert into device_grants (device_id, grantee_id, access, state, expires_at, created_at)
         values ($1, $2, $3, 'active', now() + $4::interval, now())`,
        [deviceId, granteeId, access, lasts],
      ),
  }
}
