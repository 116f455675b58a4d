"""Vectors of memories."""

from __future__ import annotations

from django.db import models

from knowledge.models.agent import Agent
from knowledge.models.memory import Memory


class MemoryEmbedding(models.Model):
    """Vector of one memory's text under one embedder.

    While another embedder's vectors are being made, both stand side by side, and the old ones answer.
    """

    memory = models.ForeignKey(Memory, on_delete=models.CASCADE, related_name="embeddings", db_index=False)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="+", db_index=False)
    model = models.CharField(max_length=100, help_text="Name and version of the embedder.")
    vector = models.BinaryField(help_text="Unit vector, float32, little-endian.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["memory", "model"], name="memory_embedding_once"),
        ]
        indexes = [models.Index(fields=["agent", "model", "memory"], name="memory_embedding_list")]

    def __str__(self) -> str:
        return f"{self.memory_id} {self.model}"
