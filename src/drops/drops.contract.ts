import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.contract.ts'
import { dropTrackSchema } from '../tracks/tracks.contract.ts'

export const daysBetweenDrops = 7
export const maxNoteLength = 150

const username = z.object({ username: z.string() })

/** Counted as a person counts: by characters, not by UTF-16 halves. */
export const noteSchema = z.nullish(
  z
    .pipe(
      z.string(),
      z.transform(note => note.trim()),
    )
    .check(
      z.refine(
        note => [...note].length <= maxNoteLength,
        `The note can have at most ${maxNoteLength} characters`,
      ),
    ),
)

const dropBody = z.object({ note: noteSchema })

export const dropListItemSchema = z.object({
  id: z.number(),
  drop_number: z.number(),
  note: z.nullable(z.string()),
  created_at: z.string(),
  drop_followers: z.number(),
})
export type DropListItem = z.infer<typeof dropListItemSchema>

export const hasChanges = endpoint({
  method: 'GET',
  path: '/api/drops/has-changes',
  access: 'member',
  summary: 'Whether the list is not empty and differs from the last drop in tracks or order.',
  answer: z.object({ hasChanges: z.boolean() }),
})

export const checkWeeklyLimit = endpoint({
  method: 'GET',
  path: '/api/drops/check-weekly-limit',
  access: 'member',
  summary: 'When the next drop is allowed; null when it is now.',
  answer: z.object({ nextDropTime: z.nullable(z.string()) }),
})

export const createDrop = endpoint({
  method: 'POST',
  path: '/api/drops',
  access: 'member',
  summary: 'Publish the list as a numbered drop and mail it to every follower.',
  body: dropBody,
  limits: [
    { per: 'account', max: 20, seconds: 60 * 60 },
    { per: 'address', max: 60, seconds: 60 * 60 },
  ],
  status: 201,
  answer: dropListItemSchema,
})

export const createTestDrop = endpoint({
  method: 'POST',
  path: '/api/test-drop',
  access: 'dev',
  summary: 'Mail the drop to oneself alone; nothing is published.',
  body: dropBody,
  limits: [{ per: 'account', max: 20, seconds: 60 * 60 }],
  answer: z.object({ message: z.string() }),
})

export const listOwnDrops = endpoint({
  method: 'GET',
  path: '/api/drops',
  access: 'member',
  summary: 'The member’s own drops, newest first.',
  answer: z.array(dropListItemSchema),
})

export const listDrops = endpoint({
  method: 'GET',
  path: '/api/users/:username/drops',
  access: 'anyone',
  summary: 'A member’s drops, newest first.',
  params: username,
  answer: z.array(dropListItemSchema),
})

export const countDrops = endpoint({
  method: 'GET',
  path: '/api/users/:username/drops-count',
  access: 'anyone',
  summary: 'How many drops a member has made.',
  params: username,
  answer: z.object({ totalDrops: z.number() }),
})

export const getDrop = endpoint({
  method: 'GET',
  path: '/api/users/:username/drops/:dropNumber',
  access: 'anyone',
  summary: 'One drop with its tracks.',
  params: z.object({
    username: z.string(),
    dropNumber: z.pipe(
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, 'A drop number is a whole number')),
        z.transform(Number),
      ),
      z.int(),
    ),
  }),
  answer: z.object({
    username: z.string(),
    avatar: z.nullable(z.string()),
    drop: z.object({ dropNumber: z.number(), note: z.nullable(z.string()), createdAt: z.string() }),
    tracks: z.array(dropTrackSchema),
  }),
})
