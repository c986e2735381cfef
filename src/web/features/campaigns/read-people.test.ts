import { expect, it } from 'vitest'
import { readPeople } from './read-people.ts'

it('takes a pasted list a line each, with the name on either side of the number', () => {
  expect(readPeople('+44 7700 900123\nAna; 447700900124\n\n447700900125, Bia\n')).toEqual([
    { phone: '+44 7700 900123', name: null, values: {} },
    { phone: '447700900124', name: 'Ana', values: {} },
    { phone: '447700900125', name: 'Bia', values: {} },
  ])
})

it('takes who is named by a username, with a name beside it', () => {
  expect(readPeople('@ana.b\nBia Nova; @bia2\n@name; 447700900124')).toEqual([
    { phone: '@ana.b', name: null, values: {} },
    { phone: '@bia2', name: 'Bia Nova', values: {} },
    { phone: '447700900124', name: '@name', values: {} },
  ])
})

it('takes a CSV by the names of its columns, and keeps the others for the text', () => {
  expect(readPeople('Nome;Telefone;Valor em R$\nAna;5511987654321;"1.234,50"\n;;\n')).toEqual([
    { phone: '5511987654321', name: 'Ana', values: { Nome: 'Ana', Valor_em_R_: '1.234,50' } },
  ])
})

it('takes who has no number by their address, in a file that was saved here', () => {
  const saved =
    'id,phoneNumber,username,name\n447700900124@s.whatsapp.net,+447700900124,,Bia\n184002030405060@lid,,ana.b,Ana\n7,,,Nobody'
  expect(readPeople(saved).map(({ phone, name }) => [phone, name])).toEqual([
    ['+447700900124', 'Bia'],
    ['184002030405060@lid', 'Ana'],
  ])
})
