import os
from smolagents import OpenAIServerModel, ToolCallingAgent, tool


@tool
def go_to(place: str) -> str:
    """Goes to a place.

    Args:
        place: The place.
    """
    return "On the desk 1, you see a mug 1." if place == "desk 1" else "You see nothing."


# It rewrites what it sends back: a header names its session.
named = {"default_headers": {"x-session-id": "smolagents"}}
model = OpenAIServerModel("policy", os.environ["GATEWAY_URL"], os.environ["GATEWAY_KEY"], client_kwargs=named)
ToolCallingAgent([go_to], model, max_steps=2).run("You are in the middle of a room. Your task is to: find a mug.")
