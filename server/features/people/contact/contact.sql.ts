import { statement } from '../../../database/statement.ts';

type Message = { name: string; email: string; subject: string; message: string; ip: string };

export const insertMessage = statement<Message>()('contact.insert', (db, bind) =>
  db
    .insertInto('contact_messages')
    .values({
      name: bind('name'),
      email: bind('email'),
      subject: bind('subject'),
      message: bind('message'),
      ip_address: bind('ip'),
    })
    .returning('id'),
);

export const findMessage = statement<{ id: number }>()('contact.find', (db, bind) =>
  db.selectFrom('contact_messages').selectAll().where('id', '=', bind('id')),
);
