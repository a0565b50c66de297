// The tools of all agents here: two commands of the household, in a room with a mug on its desk.
export const task =
  'You are in the middle of a room. Looking quickly around you, you see a bed 1, and a desk 1.\nYour task is to: put a mug in bed 1.'
export const goTo = ({ place }) => (place === 'desk 1' ? 'On the desk 1, you see a mug 1.' : 'You see nothing.')
export const take = ({ object, from }) =>
  from === 'desk 1' ? `You pick up the ${object} from the ${from}.` : 'Nothing happens.'
