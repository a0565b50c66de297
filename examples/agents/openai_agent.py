import json, os
from openai import OpenAI

task = "You are in the middle of a room. Looking quickly around you, you see a bed 1, and a desk 1.\nYour task is to: put a mug in bed 1."
room = {"desk 1": "On the desk 1, you see a mug 1."}
run = {
    "go_to": lambda place: room.get(place, "You see nothing."),
    "take": lambda object, **named: f"You pick up the {object} from the {named['from']}.",
}
tools = [
    {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {each: {"type": "string"} for each in names}}}}
    for name, names in {"go_to": ["place"], "take": ["object", "from"]}.items()
]
client = OpenAI(base_url=os.environ["GATEWAY_URL"], api_key=os.environ["GATEWAY_KEY"])
messages = [{"role": "user", "content": task}]
for step in range(3):
    message = client.chat.completions.create(model="policy", messages=messages, tools=tools).choices[0].message
    messages.append(message)
    for call in message.tool_calls or []:
        said = run[call.function.name](**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": said})
    if not message.tool_calls:
        break
