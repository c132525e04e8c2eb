import * as z from 'zod/mini'
import type { Endpoint } from '../../platform/endpoint.shared.ts'
import { maxAnnouncement } from '../admin.shared.ts'

const announcementSchema = z.object({ text: z.string() })

export const getAnnouncement = {
  route: 'GET /api/admin/announcement',
  access: 'admin',
  summary: 'The announcement on top of every page; empty if there is none.',
  response: announcementSchema,
} satisfies Endpoint

export const setAnnouncement = {
  route: 'PUT /api/admin/announcement',
  access: 'admin',
  summary: 'Set the announcement on top of every page, or remove it with an empty text.',
  body: z.object({
    text: z
      .string('The text is required')
      .check(
        z.trim(),
        z.maxLength(maxAnnouncement, `An announcement has at most ${maxAnnouncement} characters`),
      ),
  }),
} satisfies Endpoint
